package dev.heddle.bench.strassen;

import java.util.Arrays;

/** A square part of a matrix. */
final class Block {
  private final double[] elements;
  private final int at;
  private final int stride;
  private final int size;

  /**
   * @param elements the matrix, row by row
   * @param at where the part begins in it
   * @param stride how far two rows are apart in it
   * @param size how many rows and columns the part has
   */
  Block(double[] elements, int at, int stride, int size) {
    this.elements = elements;
    this.at = at;
    this.stride = stride;
    this.size = size;
  }

  int size() {
    return size;
  }

  /** A matrix of its own, with zeros. */
  static Block zeros(int size) {
    return new Block(new double[size * size], 0, size, size);
  }

  /** One of the four quarters. */
  Block quarter(int row, int column) {
    int half = size / 2;
    return new Block(elements, at + (row * stride + column) * half, stride, half);
  }

  /** Sets this to {@code x + sign · y}. */
  void setSum(Block x, int sign, Block y) {
    for (int i = 0; i < size; i++) {
      int to = at + i * stride;
      int fromX = x.at + i * x.stride;
      int fromY = y.at + i * y.stride;
      for (int j = 0; j < size; j++) {
        elements[to + j] = x.elements[fromX + j] + sign * y.elements[fromY + j];
      }
    }
  }

  /** Sets this to {@code a + b + signC · c + d}. */
  void setSum(Block a, Block b, int signC, Block c, Block d) {
    for (int i = 0; i < size; i++) {
      int to = at + i * stride;
      int fromA = a.at + i * a.stride;
      int fromB = b.at + i * b.stride;
      int fromC = c.at + i * c.stride;
      int fromD = d.at + i * d.stride;
      for (int j = 0; j < size; j++) {
        elements[to + j] =
            a.elements[fromA + j]
                + b.elements[fromB + j]
                + signC * c.elements[fromC + j]
                + d.elements[fromD + j];
      }
    }
  }

  /** Sets this to {@code a · b}, by the definition. */
  void setProduct(Block a, Block b) {
    for (int i = 0; i < size; i++) {
      int to = at + i * stride;
      int fromA = a.at + i * a.stride;
      Arrays.fill(elements, to, to + size, 0);
      for (int k = 0; k < size; k++) {
        double factor = a.elements[fromA + k];
        int fromB = b.at + k * b.stride;
        for (int j = 0; j < size; j++) {
          elements[to + j] += factor * b.elements[fromB + j];
        }
      }
    }
  }
}
