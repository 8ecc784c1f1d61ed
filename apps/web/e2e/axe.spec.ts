import { expect, type Page, test } from "@playwright/test";
import { findViolations, keepTela, playCenario, signIn, waitNota } from "./apoio.ts";
import {
  type Lugar,
  lugaresDeAdministracao,
  lugaresDeDocumentos,
  lugaresDeEntrada,
  lugaresPublicos,
} from "./lugares.ts";
import { findRegistros, makeDocumentos, makeEntrada, makeLinks } from "./mundo.ts";
import { keepAxe } from "./rotas.ts";

const TAMANHOS = { mesa: { width: 1440, height: 900 }, fone: { width: 390, height: 844 } };

test.describe.configure({ mode: "parallel" });
test.use({ deviceScaleFactor: process.env.SCREENSHOTS_DIR ? 2 : 1 });

/** Checks every place in both sizes and both themes, and takes screenshots when wanted. */
async function visit(page: Page, lugares: readonly Lugar[]): Promise<void> {
  for (const [onde, tamanho] of Object.entries(TAMANHOS)) {
    await page.setViewportSize(tamanho);
    for (const { nome, rota, go, so = onde } of lugares) {
      if (so !== onde) continue;
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await go(page);
      for (const tema of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: tema, reducedMotion: "reduce" });
        const violations = await findViolations(page);
        keepAxe(rota, `${onde}-${tema}`, violations);
        expect.soft(violations, `${nome}, ${onde}, ${tema}`).toEqual([]);
        await keepTela(page, `${nome}-${onde}-${tema}`);
      }
    }
  }
}

type Passeio = (page: Page, token: string) => Promise<Lugar[]>;

const PASSEIOS: readonly (readonly [nome: string, Passeio])[] = [
  ["documents", async (page, token) => lugaresDeDocumentos(await makeDocumentos(page, token))],
  ["what comes in and goes out", async (page, token) => lugaresDeEntrada(await makeEntrada(page, token))],
  ["administration", async (page, token) => lugaresDeAdministracao(await findRegistros(page, token))],
];

for (const [nome, lugaresOf] of PASSEIOS) {
  test(`axe finds nothing wrong: ${nome}`, async ({ page }) => {
    test.setTimeout(240_000); // two dozen places, checked four times each
    const token = await signIn(page);
    await visit(page, await lugaresOf(page, token));
  });
}

test("axe finds nothing wrong: public pages", async ({ page, context }) => {
  test.setTimeout(240_000);
  const inside = await context.newPage();
  const token = await signIn(inside);
  const links = await makeLinks(inside, token);
  const [chave = ""] = await playCenario(inside, "nota-autorizada");
  await waitNota(inside, { token, chave });
  await inside.close();
  // A visitor has no session to resume.
  await context.clearCookies();
  await visit(page, lugaresPublicos({ ...links, chave }));
});
