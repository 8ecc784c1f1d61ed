import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { dialog } from "../support/actions.ts";
import { FORM_CASES, type FormCase } from "../support/form-cases.ts";
import { address, expectAddress, expectCount, openApp, openAsVisitor } from "../support/open-app.tsx";

const SOURCES = import.meta.glob<string>(["../../src/**/*.tsx", "!**/*.test.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const question = (): Locator => dialog("Abandonar alterações?");
const stayButton = (): Locator => question().getByRole("button", { name: /^(Continuar|Voltar ao webhook)/ });
const leaveButton = (): Locator => question().getByRole("button", { name: "Abandonar" });

/** Changes a field. @returns asserts that the change is still there */
async function change(field: Locator, value: string): Promise<() => Promise<void>> {
  await expect.element(field).toBeVisible();
  const element = field.element();
  if (element instanceof HTMLInputElement && element.type === "radio") {
    element.click();
    return async () => void (await expect.element(field).toBeChecked());
  }
  if (element instanceof HTMLSelectElement) await field.selectOptions(value);
  else await field.fill(value);
  return async () => void (await expect.element(field).toHaveValue(value));
}

/** Clicks a link of the application even under an overlay, which does not prevent navigation. */
async function leaveBy(exitHref: string): Promise<void> {
  const link = (): HTMLAnchorElement | null => document.querySelector(`a[href$="${exitHref}"]`);
  await expect.poll(link).not.toBeNull();
  link()?.click();
}

async function openForm({ url, visitor, answers, open }: FormCase): Promise<void> {
  await (visitor ? openAsVisitor : openApp)(url, answers?.());
  await open?.();
}

test.each(FORM_CASES)(
  "the form of $name is not left with unsaved changes without a confirmation",
  async (each) => {
    const { field, value, close, exitHref = "/painel" } = each;
    await openForm(each);
    const expectKept = await change(field(), value);
    if (close) {
      await close();
      await stayButton().click();
      await expectCount(question(), 0);
      await expectKept();
    }
    const before = address();
    await leaveBy(exitHref);
    await stayButton().click();
    await expectCount(question(), 0);
    expect(address()).toBe(before);
    await expectKept();
    await leaveBy(exitHref);
    await leaveButton().click();
    await expectAddress(new RegExp(`${exitHref.replace("?", "\\?")}$`));
    await expectCount(question(), 0);
  },
);

test("the tests of unsaved changes cover every form of the application", () => {
  const files = Object.entries(SOURCES).map(([file, text]) => ({
    file: file.replace("../../src/", ""),
    text,
  }));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter(({ text }) => text.includes("<form")).map(({ file }) => file)).toEqual([
    "ui/form/GuardedForm.tsx",
  ]);
  // These components are tested by the forms that use them.
  const frames = ["FormPanes", "DrawerForm", "TaskForm"].map((frame) => `ui/form/${frame}.tsx`);
  frames.push("ui/filter/FilterForm.tsx", "ui/documento/RequestDialog.tsx");
  const form = /<(GuardedForm|FormPanes|DrawerForm|TaskForm|SectionForm|FilterForm|RequestDialog)\b/;
  const drawn = files
    .filter(({ text }) => form.test(text) && !/NO_DRAFT|keepsNothing/.test(text))
    .map(({ file }) => file)
    .filter((file) => !frames.includes(file));
  expect(drawn.toSorted()).toEqual([...new Set(FORM_CASES.map(({ source }) => source))].toSorted());
});

test("a user who stays and clicks the next link at once is asked again", async () => {
  await openApp("/empresa/nova");
  await page.getByRole("textbox", { name: "Razão social" }).fill("Moinho Novo");
  const painel = page.getByRole("link", { name: "Painel", exact: true }).element() as HTMLElement;
  painel.click();
  const stay = (await stayButton().findElement()) as HTMLElement;
  stay.click();
  // The answer is handled, but the page has no time to render before the second click.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  painel.click();
  await leaveButton().click();
  await expectAddress("/painel");
});

test("leaving a page by the browser's back button also asks first", async () => {
  await openApp("/admin?tab=empresa");
  await page.getByRole("link", { name: "Nova empresa" }).click();
  await page.getByRole("textbox", { name: "Razão social" }).fill("Moinho Novo");
  window.history.back();
  await stayButton().click();
  await expectAddress("/empresa/nova");
  await expect.element(page.getByRole("textbox", { name: "Razão social" })).toHaveValue("Moinho Novo");
});
