import { expect } from "vitest";
import { type Assertion, createAuthenticator } from "../../setup/authenticator.ts";
import { rpc } from "../../setup/wire.ts";
import { type ContractFixture, type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

type PasskeyRow = { id: string; nome: string };

/** The authenticator of the ordinary user; the list names the origin where it is used. */
let authenticator: ReturnType<typeof createAuthenticator> | null = null;
const NO_PASSKEY = { id: "AAAA", clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" };

async function listPasskeys({ team }: ContractFixture): Promise<PasskeyRow[]> {
  return (await team.usuario.call("Passkey.getListPasskey", {})).results as PasskeyRow[];
}

/** Answers a challenge of the user's session, or one for signing in. */
async function answerChallenge(
  p: ContractFixture,
  method: "Passkey.startProva" | "Passkey.startEntrada",
): Promise<Assertion> {
  const authToken = method === "Passkey.startProva" ? p.team.usuario.token : null;
  const { result } = await rpc(p.wire, { id: 1, method, params: {}, authToken });
  if (authenticator === null) throw new Error("no passkey was created");
  return authenticator.get(result?.object as { challenge: string; rpId: string });
}

/** Passkeys: created, renamed, used and removed. */
export const PASSKEY_CASES: MethodCases<"Passkey"> = {
  "Passkey.getListPasskey": {
    caller: "usuario",
    params: () => ({}),
    verify: ({ object, results }) => {
      expect(results).toEqual([]);
      expect(object).toEqual({ origem: expect.stringMatching(/^https?:/), limite: 10, autenticador: false });
      authenticator = createAuthenticator((object as { origem: string }).origem);
    },
    refusal: null,
  },
  "Passkey.startPasskey": {
    caller: "usuario",
    params: () => ({}),
    verify: ({ object }) =>
      expect(object).toMatchObject({
        rp: { name: "Malote", id: "localhost" },
        user: { name: "demo/bia" },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      }),
    refusal: null,
  },
  "Passkey.confirmPasskey": {
    caller: "usuario",
    params: async ({ team }) => {
      const { object } = await team.usuario.call("Passkey.startPasskey", {});
      if (authenticator === null) throw new Error("Passkey.getListPasskey was not called");
      const options = object as Parameters<typeof authenticator.create>[0];
      return { nome: "Celular", resposta: authenticator.create(options) };
    },
    verify: async ({ object }, p) => {
      expect((object as { codigosReserva: string[] }).codigosReserva).toHaveLength(10);
      expect(await listPasskeys(p)).toMatchObject([{ nome: "Celular" }]);
    },
    refusal: {
      params: () => ({
        nome: "x",
        resposta: { id: "AAAA", clientDataJSON: "AAAA", attestationObject: "AAAA" },
      }),
      sentence: "passkeyErrada",
      campo: "passkey",
    },
  },
  "Passkey.renamePasskey": {
    caller: "usuario",
    params: async (p) => ({ id: (await listPasskeys(p))[0]?.id ?? "", nome: "Chave" }),
    verify: async (_answer, p) => expect(await listPasskeys(p)).toMatchObject([{ nome: "Chave" }]),
    refusal: { params: () => ({ id: UNKNOWN_ID, nome: "Chave" }), sentence: "passkeyNaoEncontrada" },
  },
  "Passkey.startProva": {
    caller: "usuario",
    params: () => ({}),
    verify: ({ object }) =>
      expect(object).toMatchObject({ rpId: "localhost", allowCredentials: [{ type: "public-key" }] }),
    refusal: null,
  },
  "Passkey.startEntrada": {
    caller: "visitante",
    params: () => ({}),
    verify: ({ object }) => {
      expect(object).toMatchObject({ rpId: "localhost", userVerification: "required" });
      expect(object).not.toHaveProperty("allowCredentials");
    },
    refusal: null,
  },
  "Passkey.logar": {
    caller: "visitante",
    params: async (p) => ({
      identificador: "demo",
      passkey: await answerChallenge(p, "Passkey.startEntrada"),
    }),
    verify: (answer) =>
      expect(answer).toEqual({
        sucesso: true,
        authToken: expect.stringMatching(/^[\w-]{43}$/),
        mensagem: null,
      }),
    refusal: {
      params: () => ({ identificador: "demo", passkey: NO_PASSKEY }),
      sentence: "passkeyErrada",
    },
  },
  "Passkey.removePasskey": {
    caller: "usuario",
    params: async (p) => ({
      id: (await listPasskeys(p))[0]?.id ?? "",
      passkey: await answerChallenge(p, "Passkey.startProva"),
    }),
    verify: async (_answer, p) => expect(await listPasskeys(p)).toEqual([]),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "passkeyNaoEncontrada" },
  },
};
