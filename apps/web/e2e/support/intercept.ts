import type { Page } from "@playwright/test";

/** A record in the result of a method. */
export type WireRecord = Record<string, unknown>;
type WireResult = { object: WireRecord; results: WireRecord[]; totalCount: number };

/**
 * Changes the server's answer to one method, for cases that the demo conta does not have.
 * @param change changes the result in place
 */
export async function changeAnswer(
  page: Page,
  method: string,
  change: (result: WireResult) => void,
): Promise<void> {
  await page.route("**/Services/", async (route) => {
    if (!route.request().postData()?.includes(`"${method}"`)) return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as { result: WireResult };
    change(answer.result);
    return route.fulfill({ response, json: answer });
  });
}

/** Ends the interception after a test: requests still pending then are not failures. */
export async function endInterception({ page }: { page: Page }): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/**
 * Removes the administrator permissions of the signed-in user in the browser: the demo conta has one
 * user.
 */
export async function asOrdinaryUser(page: Page): Promise<void> {
  await changeAnswer(page, "Usuario.getUsuarioAtual", ({ object }) => {
    Object.assign(object.usuario as object, { administrador: false, proprietarioConta: false });
  });
}
