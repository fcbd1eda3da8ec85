package dev.heddle.bench.matmul;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool. */
@SuppressWarnings("serial") // nobody serializes it
final class ProductAction extends RecursiveAction {
  private final Product product;
  private final int row;
  private final int inner;
  private final int column;
  private final int block;

  private ProductAction(Product product, int row, int inner, int column, int block) {
    this.product = product;
    this.row = row;
    this.inner = inner;
    this.column = column;
    this.block = block;
  }

  static long run(ForkJoinPool pool, Product product) {
    pool.invoke(new ProductAction(product, 0, 0, 0, product.size));
    return 0;
  }

  @Override
  protected void compute() {
    if (block <= Product.CUT_OFF) {
      product.addLeaf(row, inner, column, block);
    } else {
      addQuarters(inner);
      addQuarters(inner + block / 2);
    }
  }

  /** One product to each quarter of C: side by side, they do not touch the same elements. */
  private void addQuarters(int inner) {
    int half = block / 2;
    ProductAction first = new ProductAction(product, row, inner, column, half);
    first.fork();
    ProductAction second = new ProductAction(product, row, inner, column + half, half);
    second.fork();
    ProductAction third = new ProductAction(product, row + half, inner, column, half);
    third.fork();
    new ProductAction(product, row + half, inner, column + half, half).compute();
    third.join();
    second.join();
    first.join();
  }
}
