import { expect, type Page, test } from "@playwright/test";
import { adminPlaces, documentPlaces, inboundPlaces, type Place, publicPlaces } from "../support/places.ts";
import { findAdminRecords, makeDocuments, makeInbound, makeLinks } from "../support/records.ts";
import { nameRoutes, recordAxe } from "../support/routes.ts";
import { findViolations, playScenario, saveScreenshot, signIn, waitNota } from "../support/sandbox.ts";

/** Two dozen places, checked four times each; pictures take as long again. */
const LIMIT_MS = process.env.SCREENSHOTS_DIR ? 900_000 : 240_000;
const SIZES = { mesa: { width: 1440, height: 900 }, fone: { width: 390, height: 844 } };

test.describe.configure({ mode: "parallel" });

/** Checks every place in both sizes and both themes, and takes screenshots when wanted. */
async function visit(page: Page, places: readonly Place[]): Promise<void> {
  for (const [place, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const { name, route, go, only = place } of places) {
      if (only !== place) continue;
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await go(page);
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        const violations = await findViolations(page);
        recordAxe(route, `${place}-${theme}`, violations);
        expect.soft(violations, `${name}, ${place}, ${theme}`).toEqual([]);
        await saveScreenshot(page, `${name}-${place}-${theme}`);
      }
    }
  }
}

type PlacesOf = (page: Page, token: string) => Promise<Place[]>;

const PLACE_GROUPS: readonly (readonly [nome: string, PlacesOf])[] = [
  ["documents", async (page, token) => documentPlaces(await makeDocuments(page, token))],
  ["what comes in and goes out", async (page, token) => inboundPlaces(await makeInbound(page, token))],
  ["administration", async (page, token) => adminPlaces(await findAdminRecords(page, token))],
];

for (const [name, placesOf] of PLACE_GROUPS) {
  test(`axe finds no violation on these pages: ${name}`, async ({ page }) => {
    test.setTimeout(LIMIT_MS);
    const token = await signIn(page);
    await visit(page, await placesOf(page, token));
  });
}

test("axe finds no violation on the public pages", async ({ page, context }) => {
  test.setTimeout(LIMIT_MS);
  nameRoutes();
  const inside = await context.newPage();
  const token = await signIn(inside);
  const links = await makeLinks(inside, token);
  const [chave = ""] = await playScenario(inside, "nota-autorizada");
  await waitNota(inside, { token, chave });
  await inside.close();
  // A visitor has no session to resume.
  await context.clearCookies();
  await visit(page, publicPlaces({ ...links, chave }));
});
