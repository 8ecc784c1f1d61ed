import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Casa, digitado, no, openCasa, visit } from "./usuario.ts";
import { enter, enterAs, type Pessoa, rpc, signIn } from "./wire.ts";

const NOVA = "Girassol77";

let casa: Casa;
let ana: Pessoa;
let n = 0;

beforeAll(async () => {
  casa = await openCasa();
  ana = await enter(casa, { nomeUsuario: "ana" });
});
afterAll(() => casa.dispose());
beforeEach(async () => {
  n += 1;
  await casa.readCartas();
});

/** Somebody who is in. */
async function join(nomeUsuario = `rita${n}`): Promise<Pessoa> {
  const { contaId, identificador } = ana;
  const novo = { nomeUsuario, senha: NOVA, administrador: false };
  const { usuarioId } = await casa.createUsuario(contaId, novo);
  return await enterAs(casa, { ...novo, contaId, identificador, usuarioId });
}
const logar = async (
  { identificador, nomeUsuario }: Pick<Pessoa, "identificador" | "nomeUsuario">,
  senha: string,
) =>
  (
    (await (await signIn(casa, { identificador, nomeUsuario, senha })).json()) as {
      result: { sucesso: boolean };
    }
  ).result.sucesso;
const isAlive = async ({ token }: Pessoa) =>
  (await rpc(casa, { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: token })).error ===
  null;

describe("one's own password", () => {
  const save = (quem: Pessoa, o: object) => {
    const { usuarioId: id, nomeUsuario } = quem;
    return quem.call("Usuario.saveUsuario", { usuario: { ...digitado(nomeUsuario), id }, ...o });
  };

  test("changes with the one before, ends the other sessions and keeps this one, and a letter says so", async () => {
    const rita = await join();
    const noTelefone = await enterAs(casa, { ...rita, senha: NOVA });
    const newPassword = "Outrasenha9";
    expect(await save(rita, { newPassword, senhaAtual: NOVA })).toMatchObject({ sucesso: true });
    expect([await isAlive(rita), await isAlive(noTelefone)]).toEqual([true, false]);
    expect([await logar(rita, newPassword), await logar(rita, NOVA)]).toEqual([true, false]);
    expect(await casa.readCartas()).toMatchObject([{ assunto: "Sua senha no Malote foi trocada" }]);
  });

  test("is refused without the one before, with a wrong one, and when everybody has it", async () => {
    const rita = await join();
    const newPassword = "Outrasenha9";
    expect(await save(rita, { newPassword })).toMatchObject(no("senhaAtualObrigatoria", "senhaAtual"));
    expect(await save(rita, { newPassword, senhaAtual: "" })).toMatchObject(
      no("senhaAtualObrigatoria", "senhaAtual"),
    );
    expect(await save(rita, { newPassword, senhaAtual: "errada" })).toMatchObject(
      no("senhaAtualErrada", "senhaAtual"),
    );
    expect(await save(rita, { newPassword: "senha123", senhaAtual: NOVA })).toMatchObject(
      no("senhaComum", "newPassword"),
    );
    expect(await save(rita, { newPassword: "curta", senhaAtual: NOVA })).toMatchObject(
      no("senhaFraca", "newPassword"),
    );
    expect(await isAlive(rita)).toBe(true);
  });

  test("is nobody else's to change, not even an owner's; nor is that of somebody new", async () => {
    const rita = await join();
    for (const id of [rita.usuarioId, null]) {
      const params = { usuario: { ...digitado(`rita${n}`), id }, newPassword: NOVA, senhaAtual: "Malote123" };
      expect(await ana.call("Usuario.saveUsuario", params)).toMatchObject(
        no("usuarioSoProprio", "newPassword"),
      );
    }
  });

  test("another address is told to the one before, and the link that went there ends", async () => {
    const rita = await join();
    await visit(casa, "Usuario.resetPassword", { email: `rita${n}@exemplo.test` });
    const cartas = await casa.readCartas();
    const usuario = { ...digitado(rita.nomeUsuario), id: rita.usuarioId, email: `outro${n}@exemplo.test` };
    await rita.call("Usuario.saveUsuario", { usuario });
    expect(await visit(casa, "Usuario.loadSetupPassword", { resetToken: cartas[0]?.link })).toMatchObject(
      no("tokenSenhaInvalido"),
    );
    const [aviso, ...mais] = await casa.readCartas();
    expect([aviso, mais]).toMatchObject([
      { para: `rita${n}@exemplo.test`, assunto: "Seu e-mail no Malote foi trocado" },
      [],
    ]);
    expect(aviso?.texto).toContain("o•••@exemplo.test");
    expect(aviso?.texto).not.toContain(`outro${n}@`);
  });
});
