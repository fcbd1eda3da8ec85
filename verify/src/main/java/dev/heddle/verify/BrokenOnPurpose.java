package dev.heddle.verify;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a jcstress test of a variant with a known fault. It stands beside the test of the real
 * thing and must be caught: a test that cannot fail says nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BrokenOnPurpose {}
