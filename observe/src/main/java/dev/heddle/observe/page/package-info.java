/**
 * The server of the live page.
 *
 * <p>A request passes the {@link dev.heddle.observe.page.Gate}, which refuses what does not come
 * from the page itself, and goes to one of the {@link dev.heddle.observe.page.Routes}. {@link
 * dev.heddle.observe.page.Exchanges} bounds how many there are and how long each may take. {@link
 * dev.heddle.observe.page.DigestStream} sends a {@link dev.heddle.observe.page.Digest} a second;
 * what is asked for besides is answered by {@link dev.heddle.observe.page.Questions}. The page
 * itself is in the resources of this package: plain HTML, CSS and modules of JavaScript.
 */
@NullMarked
package dev.heddle.observe.page;

import org.jspecify.annotations.NullMarked;
