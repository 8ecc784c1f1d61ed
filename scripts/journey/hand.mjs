/** @typedef {import("@playwright/test").Locator} Locator */
/** @typedef {import("@playwright/test").Page} Page */

/** What a job took: clicks, keys, and seconds from its first act until its end is on the screen.
 * @typedef {{ name: string, clicks: number, keys: number, seconds: number }} Job */

/** A hand on the page that counts its clicks and keys. Moving the pointer counts as nothing. */
export class Hand {
  clicks = 0;
  keys = 0;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {Locator} target @param {Parameters<Locator["click"]>[0]} [options] */
  async click(target, options) {
    await target.click(options);
    this.clicks += 1;
  }

  /** Presses one key, or several at once such as Control+k. @param {string} key */
  async press(key) {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }

  /** @param {string} text pasted text counts as one key (Ctrl V) @param {{ pasted?: boolean }} [how] */
  async type(text, { pasted = false } = {}) {
    await this.page.keyboard.insertText(text);
    this.keys += pasted ? 1 : text.length;
  }
}
