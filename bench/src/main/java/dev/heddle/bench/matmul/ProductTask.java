package dev.heddle.bench.matmul;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class ProductTask extends Task {
  private final Product product;
  private final int row;
  private final int inner;
  private final int column;
  private final int block;

  private ProductTask(Product product, int row, int inner, int column, int block) {
    this.product = product;
    this.row = row;
    this.inner = inner;
    this.column = column;
    this.block = block;
  }

  static long run(Heddle heddle, Product product) {
    heddle.invoke(new ProductTask(product, 0, 0, 0, product.size));
    return 0;
  }

  @Override
  protected @Nullable Task execute() {
    if (block <= Product.CUT_OFF) {
      product.addLeaf(row, inner, column, block);
    } else {
      addQuarters(inner);
      addQuarters(inner + block / 2);
    }
    return null;
  }

  /** One product to each quarter of C: side by side, they do not touch the same elements. */
  private void addQuarters(int inner) {
    int half = block / 2;
    ProductTask first = new ProductTask(product, row, inner, column, half);
    first.spawn();
    ProductTask second = new ProductTask(product, row, inner, column + half, half);
    second.spawn();
    ProductTask third = new ProductTask(product, row + half, inner, column, half);
    third.spawn();
    new ProductTask(product, row + half, inner, column + half, half).execute();
    third.join();
    second.join();
    first.join();
  }
}
