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
    const response = await route.fetch().catch(() => null);
    // A story may end while the page still asks: then there is nobody to tell anything.
    const answer = (await response?.json().catch(() => null)) as { result: Resultado } | null | undefined;
    if (!response || !answer) return route.abort();
    change(answer.result);
    return route.fulfill({ response, json: answer });
  });
}

/** Takes every power from who is signed in, on the screen: the demo has one user. */
export async function retellSemPoder(page: Page): Promise<void> {
  await retell(page, "Usuario.getUsuarioAtual", ({ object }) => {
    Object.assign(object.usuario as object, { administrador: false, proprietarioConta: false });
  });
}
