import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { TEST_SENHA } from "../setup/factories.ts";
import { rpc, type SignedInUser, signIn, signInAs, signInNewUser } from "../setup/wire.ts";
import { callAnonymously, type MailWire, openMailWire, refusalOf, userForm } from "./usuario-setup.ts";

const OLD_PASSWORD = "Girassol77";

let wire: MailWire;
let ana: SignedInUser;
let n = 0;

beforeAll(async () => {
  wire = await openMailWire();
  ana = await signInNewUser(wire, { nomeUsuario: "ana" });
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  n += 1;
  await wire.asOwner("DELETE FROM limite_uso");
  await wire.readEmails();
});

/** Creates an active user and signs in. */
async function join(nomeUsuario = `rita${n}`): Promise<SignedInUser> {
  const { contaId, identificador } = ana;
  const newUser = { nomeUsuario, senha: OLD_PASSWORD, administrador: false };
  const { usuarioId } = await wire.createUsuario(contaId, newUser);
  return await signInAs(wire, { ...newUser, contaId, identificador, usuarioId });
}
const canSignIn = async (
  { identificador, nomeUsuario }: Pick<SignedInUser, "identificador" | "nomeUsuario">,
  senha: string,
) =>
  (
    (await (await signIn(wire, { identificador, nomeUsuario, senha })).json()) as {
      result: { sucesso: boolean };
    }
  ).result.sucesso;
const isAlive = async ({ token }: SignedInUser) =>
  (await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: token })).error ===
  null;

describe("changing one's own password", () => {
  const save = (user: SignedInUser, o: object) => {
    const { usuarioId: id, nomeUsuario } = user;
    return user.call("Usuario.saveUsuario", { usuario: { ...userForm(nomeUsuario), id }, ...o });
  };

  test("a new password requires the current one, ends all other sessions, and is notified by e-mail", async () => {
    const rita = await join();
    const onPhone = await signInAs(wire, { ...rita, senha: OLD_PASSWORD });
    const newPassword = "Outrasenha9";
    expect(await save(rita, { newPassword, senhaAtual: OLD_PASSWORD })).toMatchObject({ sucesso: true });
    expect([await isAlive(rita), await isAlive(onPhone)]).toEqual([true, false]);
    expect([await canSignIn(rita, newPassword), await canSignIn(rita, OLD_PASSWORD)]).toEqual([true, false]);
    expect(await wire.readEmails()).toMatchObject([{ assunto: "Sua senha no Malote foi trocada" }]);
  });

  test("a new password is refused without the current one, with a wrong one, and when it is common or weak", async () => {
    const rita = await join();
    const newPassword = "Outrasenha9";
    expect(await save(rita, { newPassword })).toMatchObject(refusalOf("senhaAtualObrigatoria", "senhaAtual"));
    expect(await save(rita, { newPassword, senhaAtual: "" })).toMatchObject(
      refusalOf("senhaAtualObrigatoria", "senhaAtual"),
    );
    expect(await save(rita, { newPassword, senhaAtual: "errada" })).toMatchObject(
      refusalOf("senhaAtualErrada", "senhaAtual"),
    );
    expect(await save(rita, { newPassword: "senha123", senhaAtual: OLD_PASSWORD })).toMatchObject(
      refusalOf("senhaComum", "newPassword"),
    );
    expect(await save(rita, { newPassword: "curta", senhaAtual: OLD_PASSWORD })).toMatchObject(
      refusalOf("senhaFraca", "newPassword"),
    );
    expect(await isAlive(rita)).toBe(true);
  });

  test("the password of another user cannot be changed, even by the owner, nor that of a new user", async () => {
    const rita = await join();
    for (const id of [rita.usuarioId, null]) {
      const params = {
        usuario: { ...userForm(`rita${n}`), id },
        newPassword: OLD_PASSWORD,
        senhaAtual: TEST_SENHA,
      };
      expect(await ana.call("Usuario.saveUsuario", params)).toMatchObject(
        refusalOf("usuarioSoProprio", "newPassword"),
      );
    }
  });

  test("a changed address is notified at the old address, and a pending link ends", async () => {
    const rita = await join();
    await callAnonymously(wire, "Usuario.resetPassword", { email: `rita${n}@exemplo.test` });
    const emails = await wire.readEmails();
    const usuario = { ...userForm(rita.nomeUsuario), id: rita.usuarioId, email: `outro${n}@exemplo.test` };
    await rita.call("Usuario.saveUsuario", { usuario, senhaAtual: OLD_PASSWORD });
    expect(
      await callAnonymously(wire, "Usuario.loadSetupPassword", { resetToken: emails[0]?.link }),
    ).toMatchObject(refusalOf("tokenSenhaInvalido"));
    const [notification, ...others] = await wire.readEmails();
    expect([notification, others]).toMatchObject([
      { para: `rita${n}@exemplo.test`, assunto: "Seu e-mail no Malote foi trocado" },
      [],
    ]);
    expect(notification?.texto).toContain("o•••@exemplo.test");
    expect(notification?.texto).not.toContain(`outro${n}@`);
  });

  test("changing one's own address requires the password, other changes do not", async () => {
    const rita = await join();
    const otherAddress = {
      usuario: { ...userForm(rita.nomeUsuario), id: rita.usuarioId, email: `outro${n}@x.test` },
    };
    const refusal = refusalOf("senhaAtualObrigatoria", "senhaAtual");
    expect(await rita.call("Usuario.saveUsuario", otherAddress)).toMatchObject(refusal);
    expect(await rita.call("Usuario.saveUsuario", { ...otherAddress, senhaAtual: "errada" })).toMatchObject(
      refusalOf("senhaAtualErrada", "senhaAtual"),
    );
    expect(await wire.readEmails()).toEqual([]);
    const unchanged = { ...otherAddress.usuario, email: `RITA${n}@exemplo.test`, nome: "Ritinha" };
    expect(await rita.call("Usuario.saveUsuario", { usuario: unchanged })).toMatchObject({ sucesso: true });
    expect(await ana.call("Usuario.saveUsuario", otherAddress)).toMatchObject({ sucesso: true });
  });

  test("of two simultaneous changes with the same current password one is refused", async () => {
    const rita = await join();
    const both = await Promise.all(
      ["Pitanga-81", "Jabuti-4402"].map((newPassword) =>
        save(rita, { newPassword, senhaAtual: OLD_PASSWORD }),
      ),
    );
    expect(both.map(({ sucesso }) => sucesso).sort()).toEqual([false, true]);
    expect(both.find(({ sucesso }) => !sucesso)).toMatchObject(refusalOf("senhaAtualErrada", "senhaAtual"));
  });

  test("a new password is refused when the session ends while the current one is being verified", async () => {
    const rita = await join();
    const otherAddress = new pg.Client({ connectionString: wire.ownerUrl });
    await otherAddress.connect();
    await otherAddress.query("BEGIN");
    await otherAddress.query("SELECT 1 FROM usuario WHERE id = $1 FOR UPDATE", [rita.usuarioId]);
    const change = rpc(wire, {
      id: 1,
      method: "Usuario.saveUsuario",
      params: {
        usuario: { ...userForm(rita.nomeUsuario), id: rita.usuarioId },
        newPassword: "Outrasenha9",
        senhaAtual: OLD_PASSWORD,
      },
      authToken: rita.token,
    });
    const waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid";
    await vi.waitFor(async () => expect((await otherAddress.query(waits)).rows).toHaveLength(1), {
      timeout: 30_000,
    });
    await otherAddress.query("DELETE FROM sessao WHERE usuario_id = $1", [rita.usuarioId]);
    await otherAddress.query("COMMIT");
    await otherAddress.end();
    expect((await change).error).toMatchObject({ code: -32001 });
    expect(await canSignIn(rita, OLD_PASSWORD)).toBe(true);
  });

  test("e-mails about changed addresses are limited, so that they cannot be abused", async () => {
    const rita = await join();
    const move = (email: string) =>
      ana.call("Usuario.saveUsuario", {
        usuario: { ...userForm(rita.nomeUsuario), id: rita.usuarioId, email },
      });
    const moves = [];
    for (let each = 0; each < 12; each += 1) {
      moves.push(
        (await move(`vitima${n}@x.test`)).sucesso && (await move(`outro${n}-${each}@x.test`)).sucesso,
      );
    }
    expect(moves.filter(Boolean)).toHaveLength(10);
    expect((await move(`vitima${n}@x.test`)).mensagem ?? "").not.toMatch(/^Muitos/);
    expect((await move(`fim${n}@x.test`)).mensagem).toMatch(/^Muitos pedidos em pouco tempo/);
    const emails = await wire.readEmails();
    expect(emails.filter(({ para }) => para === `vitima${n}@x.test`)).toHaveLength(10);
    await wire.asOwner("UPDATE limite_uso SET usos = 100 WHERE chave = $1", [`convite:${ana.contaId}`]);
    const other = await join(`outra${n}`);
    const usuario = { ...userForm(other.nomeUsuario), id: other.usuarioId, email: `nova${n}@x.test` };
    expect((await ana.call("Usuario.saveUsuario", { usuario })).mensagem).toMatch(/^Muitos pedidos/);
    expect(await wire.readEmails()).toEqual([]);
  });
});
