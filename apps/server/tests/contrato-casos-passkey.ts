import { expect } from "vitest";
import { createAutenticador, type Prova } from "./autenticador.ts";
import { type Casos, NADA, type Palco } from "./contrato-palco.ts";
import { rpc } from "./wire.ts";

type Linha = { id: string; nome: string };

/** The authenticator of the ordinary user; the list names the origin where it is used. */
let autenticador: ReturnType<typeof createAutenticador> | null = null;
const NENHUMA = { id: "AAAA", clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" };

async function listPasskeys({ elenco }: Palco): Promise<Linha[]> {
  return (await elenco.usuario.call("Passkey.getListPasskey", {})).results as Linha[];
}

/** Answers a challenge of the user's session, or one for signing in. */
async function answerDesafio(
  p: Palco,
  method: "Passkey.startProva" | "Passkey.startEntrada",
): Promise<Prova> {
  const authToken = method === "Passkey.startProva" ? p.elenco.usuario.token : null;
  const { result } = await rpc(p.wire, { id: 1, method, params: {}, authToken });
  if (autenticador === null) throw new Error("no passkey was created");
  return autenticador.get(result?.object as { challenge: string; rpId: string });
}

/** Passkeys: created, renamed, used and removed. */
export const CASOS_PASSKEY: Casos<"Passkey"> = {
  "Passkey.getListPasskey": {
    por: "usuario",
    envia: () => ({}),
    mostra: ({ object, results }) => {
      expect(results).toEqual([]);
      expect(object).toEqual({ origem: expect.stringMatching(/^https?:/), limite: 10, autenticador: false });
      autenticador = createAutenticador((object as { origem: string }).origem);
    },
    recusa: null,
  },
  "Passkey.startPasskey": {
    por: "usuario",
    envia: () => ({}),
    mostra: ({ object }) =>
      expect(object).toMatchObject({
        rp: { name: "Malote", id: "localhost" },
        user: { name: "demo/bia" },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      }),
    recusa: null,
  },
  "Passkey.confirmPasskey": {
    por: "usuario",
    envia: async ({ elenco }) => {
      const { object } = await elenco.usuario.call("Passkey.startPasskey", {});
      if (autenticador === null) throw new Error("Passkey.getListPasskey was not called");
      const opcoes = object as Parameters<typeof autenticador.create>[0];
      return { nome: "Celular", resposta: autenticador.create(opcoes) };
    },
    mostra: async ({ object }, p) => {
      expect((object as { codigosReserva: string[] }).codigosReserva).toHaveLength(10);
      expect(await listPasskeys(p)).toMatchObject([{ nome: "Celular" }]);
    },
    recusa: {
      envia: () => ({
        nome: "x",
        resposta: { id: "AAAA", clientDataJSON: "AAAA", attestationObject: "AAAA" },
      }),
      diz: "passkeyErrada",
      campo: "passkey",
    },
  },
  "Passkey.renamePasskey": {
    por: "usuario",
    envia: async (p) => ({ id: (await listPasskeys(p))[0]?.id ?? "", nome: "Chave" }),
    mostra: async (_answer, p) => expect(await listPasskeys(p)).toMatchObject([{ nome: "Chave" }]),
    recusa: { envia: () => ({ id: NADA, nome: "Chave" }), diz: "passkeyNaoEncontrada" },
  },
  "Passkey.startProva": {
    por: "usuario",
    envia: () => ({}),
    mostra: ({ object }) =>
      expect(object).toMatchObject({ rpId: "localhost", allowCredentials: [{ type: "public-key" }] }),
    recusa: null,
  },
  "Passkey.startEntrada": {
    por: "visitante",
    envia: () => ({}),
    mostra: ({ object }) => {
      expect(object).toMatchObject({ rpId: "localhost", userVerification: "required" });
      expect(object).not.toHaveProperty("allowCredentials");
    },
    recusa: null,
  },
  "Passkey.logar": {
    por: "visitante",
    envia: async (p) => ({ identificador: "demo", passkey: await answerDesafio(p, "Passkey.startEntrada") }),
    mostra: (answer) =>
      expect(answer).toEqual({
        sucesso: true,
        authToken: expect.stringMatching(/^[\w-]{43}$/),
        mensagem: null,
      }),
    recusa: {
      envia: () => ({ identificador: "demo", passkey: NENHUMA }),
      diz: "passkeyErrada",
    },
  },
  "Passkey.removePasskey": {
    por: "usuario",
    envia: async (p) => ({
      id: (await listPasskeys(p))[0]?.id ?? "",
      passkey: await answerDesafio(p, "Passkey.startProva"),
    }),
    mostra: async (_answer, p) => expect(await listPasskeys(p)).toEqual([]),
    recusa: { envia: () => ({ id: NADA }), diz: "passkeyNaoEncontrada" },
  },
};
