import { expect, type Page } from "@playwright/test";

/** Waits until the application has mounted over the prerendered page. */
export const mounted = (page: Page): Promise<void> =>
  expect(page.locator("#root[data-escrita]")).toHaveCount(0);

/** Collects the browser's errors, including violations of the content security policy. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}
