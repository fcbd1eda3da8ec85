/** The runtime and the few types that everyone meets. */
package dev.heddle;
