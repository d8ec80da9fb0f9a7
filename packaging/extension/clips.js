// Sends clips to NoteBrain on this computer, and keeps those that it cannot take while it is closed.

export const MOST_KEPT = 50;
const MOST_BYTES = 25_000_000;
// what another try cannot change
const FINAL = new Set([400, 404, 413, 415, 422]);

export class Clips {
  // store: get(names) and set(values), as chrome.storage.local has them
  constructor(store, fetch) {
    this.store = store;
    this.fetch = fetch;
    this.busy = Promise.resolve();
  }

  // Sends a clip, after those that wait. Returns what became of it: saved, updated, unchanged, exists, edited,
  // waiting, full, or refused with a message.
  add(clip) {
    return this.inOrder(async () => {
      if (new Blob([JSON.stringify(clip)]).size > MOST_BYTES) return { outcome: "refused", message: "too_large" };
      await this.sendWaiting();
      const { waiting = [] } = await this.store.get(["waiting"]);
      if (waiting.length >= MOST_KEPT) return { outcome: "full" };
      // before it is sent: the browser may end this at any moment
      await this.store.set({ waiting: [...waiting, clip] });
      if (waiting.length) return { outcome: "waiting" };
      const told = await this.send(clip);
      if (told.outcome !== "waiting") await this.store.set({ waiting: [] });
      return told;
    });
  }

  // Sends what waits, oldest first, until NoteBrain does not answer. Returns how many wait still.
  flush() {
    return this.inOrder(() => this.sendWaiting());
  }

  inOrder(act) {
    const done = this.busy.then(act, act);
    this.busy = done.catch(() => undefined);
    return done;
  }

  async sendWaiting() {
    let { waiting = [] } = await this.store.get(["waiting"]);
    while (waiting.length) {
      const told = await this.send(waiting[0]);
      if (told.outcome === "waiting") break;
      waiting = waiting.slice(1);
      await this.store.set({ waiting });
    }
    return waiting.length;
  }

  async send(clip) {
    const { port, token } = await this.store.get(["port", "token"]);
    if (!port || !token) return { outcome: "waiting", message: "no_token" };
    let answer;
    try {
      answer = await this.fetch(`http://127.0.0.1:${port}/capture`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify(clip),
        credentials: "omit",
      });
    } catch {
      return { outcome: "waiting", message: "closed" };
    }
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) return told;
    if (answer.status === 409) return { ...told, outcome: told.error };
    if (FINAL.has(answer.status)) return { outcome: "refused", message: told.message || told.error };
    return { outcome: "waiting", message: told.message || told.error };
  }
}
