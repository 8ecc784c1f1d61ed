import { expect, vi } from "vitest";
import { cdp, type Locator, page, userEvent } from "vitest/browser";

/** Presses keys, in the notation of userEvent: "j", "{Enter}", "{Control>}k{/Control}". */
export async function press(keys: string): Promise<void> {
  await userEvent.keyboard(keys);
}

/** Leaves the focused field. */
export async function leaveField(): Promise<void> {
  await userEvent.tab();
}

export const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
export const dialog = (name?: string | RegExp): Locator =>
  name === undefined ? page.getByRole("dialog") : page.getByRole("dialog", { name });

/** The row of a list that contains a text. */
export function rowOf(text: string | RegExp): Locator {
  return page.getByRole("row").filter({ hasText: text }).first();
}

export const chips = (): Locator => page.getByRole("list", { name: "Filtros ativos" });

/** Chooses an entry of a menu that a button opens. */
export async function choose(
  menu: string | RegExp,
  entry: string,
  role: "menuitem" | "menuitemradio" = "menuitem",
) {
  await button(menu).first().click();
  await page.getByRole(role, { name: entry, exact: true }).click();
}

/** How wide the content of the page is, in pixels. */
export const contentWidth = (): number => document.documentElement.scrollWidth;

/** Shows the page as on paper, or again as on the screen. */
export async function showMedia(media: "print" | "screen"): Promise<void> {
  await (cdp() as unknown as { send(method: string, params: object): Promise<void> }).send(
    "Emulation.setEmulatedMedia",
    { media: media === "print" ? "print" : "" },
  );
}

/** Reads a value under fake timers and lets them run on by 1 ms: queries show their answers after 0 ms. */
export function ticking<T>(read: () => T): () => Promise<T> {
  return async () => {
    await vi.advanceTimersByTimeAsync(1);
    return read();
  };
}

type Saved = { name: string; content: Blob };

/** Catches the file that the page saves during some work. */
export async function savedFile(work: () => Promise<void>): Promise<Saved> {
  const found: Promise<Saved>[] = [];
  const native = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (!this.hasAttribute("download")) return native.call(this);
    const { download, href } = this;
    found.push(fetch(href).then(async (response) => ({ name: download, content: await response.blob() })));
  };
  try {
    await work();
    await expect.poll(() => found.length).toBe(1);
  } finally {
    HTMLAnchorElement.prototype.click = native;
  }
  const [saved] = await Promise.all(found);
  if (!saved) throw new Error("the page saved no file");
  return saved;
}
