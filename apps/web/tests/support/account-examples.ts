import type { Envelope, ResultOf } from "@malote/contract";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { exampleConta, exampleId, listOf, NOW } from "./conta-examples.ts";
import { type Answers, answerEndpoint } from "./fake-server.ts";

export type Passkey = ResultOf<"Passkey.getListPasskey">["results"][number];

/** A user whose link in an e-mail is opened. */
export const LINK_HOLDER = {
  identificador: "moinho",
  nome: "Inês",
  nomeUsuario: "ines",
  nomeCompleto: "Inês Prado",
  email: "ines@moinho.example",
};

/** The public pages' captcha: solved at once. */
export function answerCaptcha(): void {
  answerEndpoint("/Services/captcha", async () =>
    Response.json(
      await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: 1,
        counter: 1,
        data: {},
        deriveKey,
        hmacSignatureSecret: "segredo",
      }),
    ),
  );
}

/** What a file endpoint answers: accepted, or refused with a sentence. */
export function uploadAnswer(part: Partial<Envelope> = {}): Response {
  return Response.json({ sucesso: true, mensagem: null, erros: [], object: null, ...part });
}

export function examplePasskey(part: Partial<Passkey> = {}): Passkey {
  return {
    id: exampleId(41),
    nome: "Celular da Marina",
    criadaEm: NOW,
    usadaEm: null,
    sincronizada: true,
    ...part,
  };
}

/** The answers to what the page of the conta asks; passkeys work at this address unless said otherwise. */
export function accountAnswers(
  part: { passkeys?: Passkey[]; origem?: string | null; autenticador?: boolean } = {},
): Answers {
  const { passkeys = [], origem = window.location.origin, autenticador = false } = part;
  return {
    "Conta.getListUso": () => listOf([exampleConta().uso]),
    "Auth.getListSessao": () =>
      listOf([
        { id: exampleId(51), origem: null, criadaEm: NOW, usadaEm: NOW, expiraEm: NOW, atual: true },
        { id: exampleId(52), origem: null, criadaEm: NOW, usadaEm: NOW, expiraEm: NOW, atual: false },
      ]),
    "Passkey.getListPasskey": () => ({ ...listOf(passkeys), object: { origem, limite: 10, autenticador } }),
  };
}
