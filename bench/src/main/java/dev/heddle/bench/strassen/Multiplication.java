package dev.heddle.bench.strassen;

/**
 * One multiplication: what all contenders do alike.
 *
 * @param left the left factor
 * @param right the right factor
 * @param product where the product goes: zeros, until it is there
 */
record Multiplication(Factor left, Factor right, Block product) {
  /** Blocks of this size are multiplied by the definition. */
  static final int CUT_OFF = 64;

  /** How many smaller ones it takes. */
  static final int PARTS = 7;

  boolean isLeaf() {
    return product.size() <= CUT_OFF;
  }

  void multiplyLeaf() {
    product.addProduct(left.compute(), right.compute());
  }

  /** Strassen's seven, which do not depend on each other. */
  Multiplication[] parts() {
    Block a = left.compute();
    Block b = right.compute();
    Block a11 = a.quarter(0, 0);
    Block a12 = a.quarter(0, 1);
    Block a21 = a.quarter(1, 0);
    Block a22 = a.quarter(1, 1);
    Block b11 = b.quarter(0, 0);
    Block b12 = b.quarter(0, 1);
    Block b21 = b.quarter(1, 0);
    Block b22 = b.quarter(1, 1);
    return new Multiplication[] {
      part(Factor.sum(a11, a22), Factor.sum(b11, b22)),
      part(Factor.sum(a21, a22), Factor.of(b11)),
      part(Factor.of(a11), Factor.difference(b12, b22)),
      part(Factor.of(a22), Factor.difference(b21, b11)),
      part(Factor.sum(a11, a12), Factor.of(b22)),
      part(Factor.difference(a21, a11), Factor.sum(b11, b12)),
      part(Factor.difference(a12, a22), Factor.sum(b21, b22))
    };
  }

  private static Multiplication part(Factor left, Factor right) {
    return new Multiplication(left, right, Block.zeros(left.first().size()));
  }

  /** The product, when all parts are done. */
  void combine(Multiplication[] parts) {
    Block p1 = parts[0].product;
    Block p2 = parts[1].product;
    Block p3 = parts[2].product;
    Block p4 = parts[3].product;
    Block p5 = parts[4].product;
    product.setQuarter(0, 0, p1, p4, p5, parts[6].product);
    product.setQuarter(0, 1, p3, p5);
    product.setQuarter(1, 0, p2, p4);
    product.setQuarter(1, 1, p1, p3, p2, parts[5].product);
  }

  /** All of it, by plain calls. */
  void multiply() {
    if (isLeaf()) {
      multiplyLeaf();
    } else {
      Multiplication[] parts = parts();
      for (Multiplication part : parts) {
        part.multiply();
      }
      combine(parts);
    }
  }
}
