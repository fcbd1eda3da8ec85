package dev.heddle.observe.top;

import java.io.IOException;
import java.io.PushbackReader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Shows a JVM's runtimes on a terminal, until the user, or the JVM, has had enough. */
final class LiveTop {
  /** How long a resize may go unnoticed. */
  private static final long LONGEST_REST = 1_000_000_000;

  private final Session session;
  private final Terminal terminal;
  private final long interval;
  private final int count;
  private final TopState state = new TopState();
  private final BlockingQueue<String> keys = new LinkedBlockingQueue<>();

  LiveTop(Session session, Terminal terminal, TopOptions options) {
    this.session = session;
    this.terminal = terminal;
    interval = options.interval().toNanos();
    count = options.count();
  }

  /** Returns when the user quits, or enough was shown. */
  void run() throws Session.Ended, TopFailure, InterruptedException {
    listen();
    Frame frame = null;
    long due = System.nanoTime();
    boolean look = true;
    int looks = 0;
    while (true) {
      Terminal.Size size = terminal.size();
      Painter painter = new Painter(size.columns(), size.rows(), session.runtimes());
      if (look) {
        frame = session.look(state.runtime(), state.query(painter.body()));
        due = System.nanoTime() + interval;
      }
      draw(size, frame);
      if (look && count > 0 && ++looks >= count) {
        return;
      }
      String key = keys.poll(rest(due), TimeUnit.NANOSECONDS);
      if (key == null) {
        look = !state.paused() && System.nanoTime() >= due;
      } else {
        TopState.Effect effect = state.press(key);
        if (effect == TopState.Effect.QUIT) {
          return;
        }
        look = effect == TopState.Effect.LOOK;
      }
    }
  }

  private void draw(Terminal.Size size, @Nullable Frame frame) {
    Painter painter = new Painter(size.columns(), size.rows(), session.runtimes());
    terminal.show(painter.paint(frame, state), size);
  }

  private long rest(long due) {
    long left = due - System.nanoTime();
    return state.paused() ? LONGEST_REST : Math.clamp(left, 0, LONGEST_REST);
  }

  private void listen() {
    Thread listener = new Thread(this::readKeys, "keyboard");
    listener.setDaemon(true);
    listener.start();
  }

  private void readKeys() {
    try (PushbackReader in = Terminal.keyboard()) {
      String key;
      do {
        key = Keys.read(in);
        keys.add(key.equals(Keys.END) ? "q" : key);
      } while (!key.equals(Keys.END));
    } catch (IOException _) {
      keys.add("q"); // the terminal is gone
    }
  }
}
