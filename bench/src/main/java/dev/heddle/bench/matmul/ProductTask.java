package dev.heddle.bench.matmul;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class ProductTask extends Task {
  private final Product product;
  private final int atA;
  private final int atB;
  private final int atC;
  private final int block;

  private ProductTask(Product product, int atA, int atB, int atC, int block) {
    this.product = product;
    this.atA = atA;
    this.atB = atB;
    this.atC = atC;
    this.block = block;
  }

  static long run(Heddle heddle, Product product) {
    heddle.invoke(new ProductTask(product, 0, 0, 0, product.size));
    return 0;
  }

  @Override
  protected @Nullable Task execute() {
    if (block <= Product.CUT_OFF) {
      product.addLeaf(atA, atB, atC, block);
    } else {
      int right = block / 2;
      int down = right * product.size;
      addQuarters(atA, atA + down, atB, atB + right);
      addQuarters(atA + right, atA + down + right, atB + down, atB + down + right);
    }
    return null;
  }

  /** One product to each quarter of C: side by side, they do not touch the same elements. */
  private void addQuarters(int upperA, int lowerA, int leftB, int rightB) {
    int right = block / 2;
    int down = right * product.size;
    ProductTask first = new ProductTask(product, upperA, leftB, atC, right);
    first.spawn();
    ProductTask second = new ProductTask(product, upperA, rightB, atC + right, right);
    second.spawn();
    ProductTask third = new ProductTask(product, lowerA, leftB, atC + down, right);
    third.spawn();
    new ProductTask(product, lowerA, rightB, atC + down + right, right).execute();
    third.join();
    second.join();
    first.join();
  }
}
