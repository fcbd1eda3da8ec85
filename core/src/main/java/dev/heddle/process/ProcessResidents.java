package dev.heddle.process;

import dev.heddle.scheduler.Residents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The processes as the scheduler knows them: at the end of the runtime, and in a dump. */
final class ProcessResidents implements Residents {
  /** How many processes a dump shows. */
  private static final int DUMPED = 1000;

  private final Processes processes;
  private final ProcessTable table;

  ProcessResidents(Processes processes, ProcessTable table) {
    this.processes = processes;
    this.table = table;
  }

  @Override
  public void cancel() {
    processes.beginClosing();
    table.forEach(
        cell -> {
          if (!processes.isSupervised(cell)) { // its supervisor stops it, in order
            processes.post().put(cell, new Cancel());
          }
        });
  }

  @Override
  public boolean isSettled() {
    AtomicBoolean waits = new AtomicBoolean();
    table.forEach(cell -> waits.compareAndSet(false, cell.commands() > 0));
    return !waits.get();
  }

  @Override
  public List<String> close() {
    // All names first: the end of one wakes others, by what it tells them. Who was just woken by a
    // timer would be closed a moment later as one that waits; only who is at something is forced.
    Map<ProcessCell, String> busy = new HashMap<>();
    table.forEach(
        cell -> {
          if (cell.commands() > 0) {
            busy.put(cell, cell.toString());
          }
        });
    List<String> forced = new ArrayList<>();
    table.forEach(
        cell -> {
          String name = busy.get(cell);
          if (cell.endByForce() && name != null) {
            forced.add(name);
          }
        });
    return forced;
  }

  @Override
  public List<String> describe() {
    List<String> busy = new ArrayList<>();
    List<String> idle = new ArrayList<>();
    AtomicLong all = new AtomicLong();
    table.forEach(
        cell -> {
          all.getAndIncrement();
          List<String> lines = cell.state() == ProcessWord.IDLE ? idle : busy;
          if (lines.size() < DUMPED) {
            lines.add(cell.info().toString());
          }
        });
    busy.addAll(idle.subList(0, Math.min(idle.size(), DUMPED - busy.size())));
    long more = all.get() - busy.size();
    if (more > 0) {
      busy.add("and " + more + " more");
    }
    return busy;
  }

  @Override
  public String nameOf(long number) {
    ProcessCell cell = table.find(number);
    return (cell == null ? "ended" : cell.name()) + " #" + number;
  }

  @Override
  public List<String> wrongAccounts() {
    List<String> wrong = new ArrayList<>();
    ProcessCounts counts = processes.counts();
    if (!counts.balance()) {
      wrong.add("the counts do not balance: " + counts);
    }
    table.forEach(
        cell -> {
          ProcessInfo info = cell.info();
          boolean sleeps =
              info.state() == ProcessState.IDLE || info.state() == ProcessState.BLOCKED;
          if (sleeps && info.mailbox() > 0) {
            wrong.add("sleeps with a message unread: " + info);
          }
        });
    return wrong;
  }

  @Override
  public List<String> unfinished() {
    List<String> names = new ArrayList<>();
    table.forEach(cell -> names.add(cell + " is still in its step"));
    return names;
  }
}
