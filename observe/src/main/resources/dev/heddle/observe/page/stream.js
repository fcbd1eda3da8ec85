// The stream of digests. Reconnects by itself: at once after a loss, then once a second.

const SILENT_FOR_TOO_LONG = 15_000;

export class Stream {
  #source = null;
  #timer = 0;
  #lastHeard = 0;
  #runtime = '';

  /** @param listener {digest(object), incidents(array), state('live'|'lost'|'refused')} */
  constructor(listener) {
    this.listener = listener;
    setInterval(() => this.#listenForSilence(), 1000);
  }

  /** Follows a runtime, or the first there is if the name is empty. */
  follow(runtime) {
    this.#runtime = runtime;
    this.#connect();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const query = this.#runtime ? `?runtime=${encodeURIComponent(this.#runtime)}` : '';
    const source = new EventSource(`events${query}`);
    this.#source = source;
    this.#lastHeard = Date.now();
    const heard = (action) => (event) => {
      if (source === this.#source) {
        this.#lastHeard = Date.now();
        action(event);
      }
    };
    source.addEventListener('digest', heard((event) => {
      this.listener.state('live');
      this.listener.digest(JSON.parse(event.data));
    }));
    source.addEventListener('incidents', heard((event) => {
      this.listener.incidents(JSON.parse(event.data));
    }));
    source.addEventListener('beat', heard(() => this.listener.state('live')));
    source.addEventListener('error', () => {
      if (source === this.#source) {
        this.#retry();
      }
    });
  }

  #retry() {
    this.#source.close();
    this.listener.state('lost');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), 1000);
  }

  #listenForSilence() {
    if (this.#source && this.#source.readyState !== EventSource.CLOSED
        && Date.now() - this.#lastHeard > SILENT_FOR_TOO_LONG) {
      this.#retry();
    }
  }
}
