import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SENHA_DE_TESTE } from "./factories.ts";
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
  await casa.asOwner("DELETE FROM limite_uso");
  await casa.readCartas();
});

/** Creates an active user and signs in. */
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

describe("changing one's own password", () => {
  const save = (quem: Pessoa, o: object) => {
    const { usuarioId: id, nomeUsuario } = quem;
    return quem.call("Usuario.saveUsuario", { usuario: { ...digitado(nomeUsuario), id }, ...o });
  };

  test("a new password requires the current one, ends all other sessions, and is notified by e-mail", async () => {
    const rita = await join();
    const noTelefone = await enterAs(casa, { ...rita, senha: NOVA });
    const newPassword = "Outrasenha9";
    expect(await save(rita, { newPassword, senhaAtual: NOVA })).toMatchObject({ sucesso: true });
    expect([await isAlive(rita), await isAlive(noTelefone)]).toEqual([true, false]);
    expect([await logar(rita, newPassword), await logar(rita, NOVA)]).toEqual([true, false]);
    expect(await casa.readCartas()).toMatchObject([{ assunto: "Sua senha no Malote foi trocada" }]);
  });

  test("a new password is refused without the current one, with a wrong one, and when it is common or weak", async () => {
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

  test("the password of another user cannot be changed, even by the owner, nor that of a new user", async () => {
    const rita = await join();
    for (const id of [rita.usuarioId, null]) {
      const params = {
        usuario: { ...digitado(`rita${n}`), id },
        newPassword: NOVA,
        senhaAtual: SENHA_DE_TESTE,
      };
      expect(await ana.call("Usuario.saveUsuario", params)).toMatchObject(
        no("usuarioSoProprio", "newPassword"),
      );
    }
  });

  test("a changed address is notified to the old address, and ends a pending link", async () => {
    const rita = await join();
    await visit(casa, "Usuario.resetPassword", { email: `rita${n}@exemplo.test` });
    const cartas = await casa.readCartas();
    const usuario = { ...digitado(rita.nomeUsuario), id: rita.usuarioId, email: `outro${n}@exemplo.test` };
    await rita.call("Usuario.saveUsuario", { usuario, senhaAtual: NOVA });
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

  test("changing one's own address requires the password, other changes do not", async () => {
    const rita = await join();
    const outro = {
      usuario: { ...digitado(rita.nomeUsuario), id: rita.usuarioId, email: `outro${n}@x.test` },
    };
    const recusa = no("senhaAtualObrigatoria", "senhaAtual");
    expect(await rita.call("Usuario.saveUsuario", outro)).toMatchObject(recusa);
    expect(await rita.call("Usuario.saveUsuario", { ...outro, senhaAtual: "errada" })).toMatchObject(
      no("senhaAtualErrada", "senhaAtual"),
    );
    expect(await casa.readCartas()).toEqual([]);
    const igual = { ...outro.usuario, email: `RITA${n}@exemplo.test`, nome: "Ritinha" };
    expect(await rita.call("Usuario.saveUsuario", { usuario: igual })).toMatchObject({ sucesso: true });
    expect(await ana.call("Usuario.saveUsuario", outro)).toMatchObject({ sucesso: true });
  });

  test("of two simultaneous changes with the same current password one is refused", async () => {
    const rita = await join();
    const both = await Promise.all(
      ["Pitanga-81", "Jabuti-4402"].map((newPassword) => save(rita, { newPassword, senhaAtual: NOVA })),
    );
    expect(both.map(({ sucesso }) => sucesso).sort()).toEqual([false, true]);
    expect(both.find(({ sucesso }) => !sucesso)).toMatchObject(no("senhaAtualErrada", "senhaAtual"));
  });

  test("a new password is refused when the session ends while the current one is being verified", async () => {
    const rita = await join();
    const outro = new pg.Client({ connectionString: casa.ownerUrl });
    await outro.connect();
    await outro.query("BEGIN");
    await outro.query("SELECT 1 FROM usuario WHERE id = $1 FOR UPDATE", [rita.usuarioId]);
    const troca = rpc(casa, {
      id: 1,
      method: "Usuario.saveUsuario",
      params: {
        usuario: { ...digitado(rita.nomeUsuario), id: rita.usuarioId },
        newPassword: "Outrasenha9",
        senhaAtual: NOVA,
      },
      authToken: rita.token,
    });
    const waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid";
    await vi.waitFor(async () => expect((await outro.query(waits)).rows).toHaveLength(1), {
      timeout: 30_000,
    });
    await outro.query("DELETE FROM sessao WHERE usuario_id = $1", [rita.usuarioId]);
    await outro.query("COMMIT");
    await outro.end();
    expect((await troca).error).toMatchObject({ code: -32001 });
    expect(await logar(rita, NOVA)).toBe(true);
  });

  test("e-mails about changed addresses are limited, so that they cannot be abused", async () => {
    const rita = await join();
    const move = (email: string) =>
      ana.call("Usuario.saveUsuario", {
        usuario: { ...digitado(rita.nomeUsuario), id: rita.usuarioId, email },
      });
    const ida = [];
    for (let each = 0; each < 12; each += 1) {
      ida.push((await move(`vitima${n}@x.test`)).sucesso && (await move(`outro${n}-${each}@x.test`)).sucesso);
    }
    expect(ida.filter(Boolean)).toHaveLength(10);
    expect((await move(`vitima${n}@x.test`)).mensagem ?? "").not.toMatch(/^Muitos/);
    expect((await move(`fim${n}@x.test`)).mensagem).toMatch(/^Muitos pedidos em pouco tempo/);
    const cartas = await casa.readCartas();
    expect(cartas.filter(({ para }) => para === `vitima${n}@x.test`)).toHaveLength(10);
    await casa.asOwner("UPDATE limite_uso SET usos = 100 WHERE chave = $1", [`convite:${ana.contaId}`]);
    const outra = await join(`outra${n}`);
    const usuario = { ...digitado(outra.nomeUsuario), id: outra.usuarioId, email: `nova${n}@x.test` };
    expect((await ana.call("Usuario.saveUsuario", { usuario })).mensagem).toMatch(/^Muitos pedidos/);
    expect(await casa.readCartas()).toEqual([]);
  });
});
