/**
 * Supervisors: processes that start others, watch them, and start them again when they crash. Begin
 * with {@link dev.heddle.supervisor.SupervisorSpec} and {@link dev.heddle.supervisor.Supervisor}.
 *
 * <p>A tree of supervisors is data ({@code SupervisorSpec}, {@code ChildSpec}); what runs is a
 * {@code Supervisor} for each branch, an ordinary process on nothing but the public API of {@link
 * dev.heddle.process}. Inside, {@code Supervisor} takes events, {@code Supervision} decides by a
 * phase and a plan of who is next, {@code ChildRequests} carries out what others ask for, {@code
 * Crew} starts and stops single children, and {@code Child} is what is known of one.
 */
@NullMarked
package dev.heddle.supervisor;

import org.jspecify.annotations.NullMarked;
