import { expect, type Page } from "@playwright/test";
import { advanceClock, PIPELINE_MS, playScenarios, rpc, waitNota, waitSentEmail } from "./sandbox.ts";

type IdList = { results: { id: string }[] };

/** The distribution of an empresa is synced once an hour. */
const SYNC_MS = 65 * 60_000;

/** The documents that the pages of painel, lists and documents need. */
export type DocumentRecords = { valid: string; quarantined: string; cte: string };

/** The records that the pages of e-mails, auditor and files need. */
export type InboundRecords = { email: string; registro: string; importacao: string };

/** The records that the administration pages need. webhook: its name. */
export type AdminRecords = { usuario: string; empresa: string; caixa: string; webhook: string };

async function firstOf(page: Page, token: string, method: string): Promise<string> {
  return ((await rpc(page, method, {}, token)) as IdList).results[0]?.id ?? "";
}

/** Plays scenarios. @returns functions that wait for the document of a scenario */
async function play<N extends string>(
  page: Page,
  token: string,
  names: readonly N[],
): Promise<{ chaveOf: (name: N) => string; idOf: (name: N) => Promise<string> }> {
  const received = await playScenarios(page, names);
  const chaveOf = (name: N): string => received[name][0] ?? "";
  const idOf = async (name: N): Promise<string> =>
    (await waitNota(page, { token, chave: chaveOf(name) }, () => true)).id;
  return { chaveOf, idOf };
}

/** Documents of three kinds. */
export async function makeDocuments(page: Page, token: string): Promise<DocumentRecords> {
  const { idOf } = await play(page, token, ["nota-autorizada", "nota-adulterada", "cte-e-mdfe"]);
  return {
    valid: await idOf("nota-autorizada"),
    quarantined: await idOf("nota-adulterada"),
    cte: await idOf("cte-e-mdfe"),
  };
}

/** An e-mail with a document, an auditor record, and an importação with an unreadable file. */
export async function makeInbound(page: Page, token: string): Promise<InboundRecords> {
  const { idOf, chaveOf } = await play(page, token, ["nota-autorizada", "nota-so-na-sefaz"]);
  await advanceClock(page, SYNC_MS);
  const valid = await idOf("nota-autorizada");
  return {
    email: await firstOf(page, token, "Email.getListEmail"),
    registro: await waitRegistro(page, token, chaveOf("nota-so-na-sefaz")),
    importacao: await importBroken(page, token, valid),
  };
}

/**
 * A webhook for mailbox events only, which do not occur here, and a test delivery that its server
 * refused.
 */
async function makeWebhook(page: Page, token: string): Promise<string> {
  const descricao = `Painel ${Date.now() % 1e6}`;
  const webhook = { url: `${process.env.SANDBOX_URL}/nenhum-programa`, descricao, tipos: ["caixa"] };
  const { object } = (await rpc(page, "Webhook.saveWebhook", { webhook }, token)) as {
    object: { id: string };
  };
  await rpc(page, "Webhook.testWebhook", { id: object.id }, token);
  return descricao;
}

/** The first record of each kind, and a webhook. */
export async function findAdminRecords(page: Page, token: string): Promise<AdminRecords> {
  return {
    usuario: await firstOf(page, token, "Usuario.getListUsuario"),
    empresa: await firstOf(page, token, "Empresa.getListEmpresa"),
    caixa: await firstOf(page, token, "CaixaEmail.getListCaixaEmail"),
    webhook: await makeWebhook(page, token),
  };
}

/** Waits for the auditor record of a key. @returns its id */
export async function waitRegistro(page: Page, token: string, chave: string): Promise<string> {
  let id = "";
  const find = async (): Promise<string> => {
    const pedido = { searchFilter: { chaveAcesso: chave } };
    id = ((await rpc(page, "Auditor.getListAuditor", pedido, token)) as IdList).results[0]?.id ?? "";
    return id;
  };
  await expect.poll(find, { timeout: PIPELINE_MS, message: `o registro de ${chave}` }).not.toBe("");
  return id;
}

/** Imports a truncated document. @returns the importação once it has the error */
async function importBroken(page: Page, token: string, notaId: string): Promise<string> {
  const name = `quebrada-${Date.now()}.xml`;
  const headers = { authorization: `Bearer ${token}` };
  const whole = await (await page.request.get(`/Services/downloadDFe?id=${notaId}`, { headers })).body();
  await page.request.post("/Services/import", {
    headers,
    multipart: { arquivo: { name, mimeType: "text/xml", buffer: whole.subarray(0, 900) } },
  });
  let id = "";
  const find = async (): Promise<string> => {
    const { results } = (await rpc(page, "Importacao.getListImportacao", {}, token)) as {
      results: { id: string; nomeArquivo: string; quantidadeErro: number }[];
    };
    id = results.find((each) => each.nomeArquivo === name && each.quantidadeErro > 0)?.id ?? "";
    return id;
  };
  await expect.poll(find, { timeout: PIPELINE_MS, message: `a importação ${name}` }).not.toBe("");
  return id;
}

/** The link in an e-mail, as a path of the application. */
export async function linkOf(page: Page, recipient: string, caminho: RegExp): Promise<string> {
  const text = await waitSentEmail(page, recipient, caminho);
  const link = new RegExp(`${caminho.source}[A-Za-z0-9_-]{43}`).exec(text)?.[0];
  if (link === undefined) throw new Error(`the e-mail to ${recipient} has no link`);
  return link;
}

/** Invites two users; one accepts and requests a password reset. @returns the links of both e-mails */
export async function makeLinks(
  page: Page,
  token: string,
): Promise<{ inviteLink: string; resetLink: string }> {
  const [fresh, forgotten] = [await invite(page, token, "nova"), await invite(page, token, "esquecida")];
  const inviteToken = forgotten.link.split("/").at(-1) ?? "";
  const usuario = { nome: "Visita", nomeCompleto: "Visita de Teste", nomeUsuario: forgotten.nome };
  await rpc(page, "Usuario.saveInviteUsuario", { usuario, inviteToken, password: "Moinho2026estrela" });
  await rpc(page, "Usuario.resetPassword", { email: forgotten.email });
  const resetLink = await linkOf(page, forgotten.email, /\/configurar_senha\/setup\//);
  return { inviteLink: fresh.link, resetLink };
}

async function invite(
  page: Page,
  token: string,
  who: string,
): Promise<{ nome: string; email: string; link: string }> {
  const name = `${who}${Date.now() % 1e9}`;
  const email = `${name}@demo.example`;
  const usuario = { nome: "Visita", nomeCompleto: "Visita de Teste", nomeUsuario: name, email };
  await rpc(page, "Usuario.inviteUsuario", { usuario }, token);
  return { nome: name, email, link: await linkOf(page, email, /\/usuario_convidado\/setup\//) };
}
