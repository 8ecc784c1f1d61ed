import type { Page } from "@playwright/test";

/** The result of a method, as it is on the wire: one, or a page of several. */
export type Registro = Record<string, unknown>;
type Resultado = { object: Registro; results: Registro[]; totalCount: number };

/**
 * Tells the page something else than the server did, whenever it calls one method: what the demo has no case of.
 * @param change changes the result in place
 */
export async function retell(page: Page, method: string, change: (result: Resultado) => void): Promise<void> {
  await page.route("**/Services/", async (route) => {
    if (!route.request().postData()?.includes(`"${method}"`)) return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as { result: Resultado };
    change(answer.result);
    return route.fulfill({ response, json: answer });
  });
}

/** For the end of a story: what the page still asks then is no failure of it. */
export async function endRetelling({ page }: { page: Page }): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Takes every power from who is signed in, on the screen: the demo has one user. */
export async function retellSemPoder(page: Page): Promise<void> {
  await retell(page, "Usuario.getUsuarioAtual", ({ object }) => {
    Object.assign(object.usuario as object, { administrador: false, proprietarioConta: false });
  });
}
