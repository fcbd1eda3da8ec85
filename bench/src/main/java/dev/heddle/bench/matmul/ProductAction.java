package dev.heddle.bench.matmul;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool. */
@SuppressWarnings("serial") // nobody serializes it
final class ProductAction extends RecursiveAction {
  private final Product product;
  private final int atA;
  private final int atB;
  private final int atC;
  private final int block;

  private ProductAction(Product product, int atA, int atB, int atC, int block) {
    this.product = product;
    this.atA = atA;
    this.atB = atB;
    this.atC = atC;
    this.block = block;
  }

  static long run(ForkJoinPool pool, Product product) {
    pool.invoke(new ProductAction(product, 0, 0, 0, product.size));
    return 0;
  }

  @Override
  protected void compute() {
    if (block <= Product.CUT_OFF) {
      product.addLeaf(atA, atB, atC, block);
    } else {
      int right = block / 2;
      int down = right * product.size;
      addQuarters(atA, atA + down, atB, atB + right);
      addQuarters(atA + right, atA + down + right, atB + down, atB + down + right);
    }
  }

  /** One product to each quarter of C: side by side, they do not touch the same elements. */
  private void addQuarters(int upperA, int lowerA, int leftB, int rightB) {
    int right = block / 2;
    int down = right * product.size;
    ProductAction first = new ProductAction(product, upperA, leftB, atC, right);
    first.fork();
    ProductAction second = new ProductAction(product, upperA, rightB, atC + right, right);
    second.fork();
    ProductAction third = new ProductAction(product, lowerA, leftB, atC + down, right);
    third.fork();
    new ProductAction(product, lowerA, rightB, atC + down + right, right).compute();
    third.join();
    second.join();
    first.join();
  }
}
