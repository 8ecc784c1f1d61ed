import { MESSAGES, type ParamsOf, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { inventCnpj } from "../setup/document-parties.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { makePfx, sendPfx } from "../setup/pfx.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, signInNewUser } from "../setup/wire.ts";

type EmpresaForm = ParamsOf<"Empresa.saveEmpresa">["empresa"];
type Empresa = ResultOf<"Empresa.getEmpresa">["object"];

const NEW_EMPRESA = {
  nome: "Padaria Aurora Ltda",
  cnpj: "11.222.333/0001-81",
  uf: "SP",
  ativarAuditor: false,
  ativarManifestacao: true,
} as const satisfies EmpresaForm;

let wire: Wire;
let ana: SignedInUser;
let bia: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  const conta = await wire.createConta();
  ana = await signInNewUser(wire, { conta });
  bia = await signInNewUser(wire, { conta, nomeUsuario: "bia", administrador: false });
});

const save = (o: Partial<EmpresaForm> = {}, user = ana) =>
  user.call("Empresa.saveEmpresa", { empresa: { ...NEW_EMPRESA, ...o } });

async function createEmpresa(o: Partial<EmpresaForm> = {}): Promise<string> {
  const { object, mensagem } = await save(o);
  if (object === null) throw new Error(`not saved: ${mensagem}`);
  return (object as { id: string }).id;
}

const read = async (id: string): Promise<Empresa> =>
  (await ana.call("Empresa.getEmpresa", { id })).object as Empresa;
const listRegistros = (id: string) =>
  wire.asOwner("SELECT acao, usuario, detalhe FROM registro WHERE alvo = $1 ORDER BY quando, id", [id]);
const listReassigned = async () => {
  const text = "SELECT alvo FROM tarefa WHERE conta_id = $1 AND tipo = 'empresa' ORDER BY alvo";
  return (await wire.asOwner<{ alvo: string }>(text, [ana.contaId])).map(({ alvo }) => alvo);
};
/** The expected refusal: the error message, and its field if there is one. */
const refusalOf = (key: keyof typeof MESSAGES, field?: string) => ({
  sucesso: false,
  mensagem: MESSAGES[key],
  erros: field === undefined ? [] : [{ campo: field, mensagem: MESSAGES[key] }],
});

describe("saving an empresa", () => {
  test("a new empresa is stored without mask and recorded, and its documents are reassigned", async () => {
    const id = await createEmpresa();
    expect(await read(id)).toEqual({
      ...{ id, nome: "Padaria Aurora Ltda", cnpj: "11222333000181", uf: "SP" },
      ...{ ativarAuditor: false, ativarManifestacao: true, cienciaAutomatica: false, feedSefaz: false },
      ...{
        certificado: null,
        temLogo: false,
        documentos: 0,
        distribuicoes: [],
        downloadPublico: true,
        prova: null,
      },
    });
    expect(await listRegistros(id)).toEqual([
      { acao: "criar-empresa", usuario: "Ana de Teste", detalhe: "Padaria Aurora Ltda · 11222333000181" },
    ]);
    expect(await listReassigned()).toEqual(["11222333000181"]);
  });

  test("an empresa may have a CNPJ with lowercase letters", async () => {
    const cnpj = inventCnpj(3);
    expect(cnpj).toMatch(/[A-Z]/);
    expect(await read(await createEmpresa({ cnpj: ` ${cnpj.toLowerCase()} ` }))).toMatchObject({ cnpj });
  });

  test("an empresa may have a CPF in a conta of a person only", async () => {
    const conta = await wire.createConta();
    await wire.asOwner("UPDATE conta SET tipo_pessoa = 'Física' WHERE id = $1", [conta.contaId]);
    const rita = await signInNewUser(wire, { conta });
    const { object } = await save({ cnpj: "529.982.247-25" }, rita);
    const found = await rita.call("Empresa.getEmpresa", { id: (object as { id: string }).id });
    expect(found.object).toMatchObject({ cnpj: "52998224725", prova: null });
    expect(await save({ cnpj: "52998224720" }, rita)).toMatchObject(refusalOf("cpfInvalido", "empresa.cnpj"));
    expect(await save({ cnpj: "11222333000181" }, rita)).toMatchObject({ sucesso: true });
    expect(await save({ cnpj: "52998224725" })).toMatchObject(refusalOf("empresaComCpf", "empresa.cnpj"));
  });

  test("an empresa with a CPF has the documents that name it", async () => {
    const conta = await wire.createConta();
    await wire.asOwner("UPDATE conta SET tipo_pessoa = 'Física' WHERE id = $1", [conta.contaId]);
    const rita = await signInNewUser(wire, { conta });
    const { object } = await save({ cnpj: "52998224725" }, rita);
    const empresaId = (object as { id: string }).id;
    await insertNotas(wire, conta.contaId, [inventNota({ empresaId, cnpjDestinatario: "52998224725" })]);
    const searchCnpjCpfEmpresa = "529.982.247-25";
    const counted = await rita.call("Nota.getListNota", { searchFilter: { empresaId } });
    expect(counted.totalCount).toBe(1);
    expect(await rita.call("Nota.getNumeroDivergencias", { searchCnpjCpfEmpresa })).toMatchObject({
      ...{ sucesso: true, totalCount: 0 },
    });
  });

  test("the UF is optional and can be removed", async () => {
    const id = await createEmpresa({ uf: null });
    expect(await read(id)).toMatchObject({ uf: null });
    await save({ id, uf: "PR" });
    await save({ id, uf: "" });
    expect(await read(id)).toMatchObject({ uf: null });
    expect((await listRegistros(id)).map(({ detalhe }) => detalhe)).toEqual([
      "Padaria Aurora Ltda · 11222333000181",
      "UF: — → PR",
      "UF: PR → —",
    ]);
  });

  test("a request without feedSefaz leaves it unchanged", async () => {
    const id = await createEmpresa({ feedSefaz: true });
    await save({ id, nome: "Padaria Boreal Ltda" });
    expect(await read(id)).toMatchObject({ nome: "Padaria Boreal Ltda", feedSefaz: true });
    await save({ id, feedSefaz: false });
    expect(await read(id)).toMatchObject({ feedSefaz: false });
  });

  test("a change is stored and recorded", async () => {
    const id = await createEmpresa();
    await save({ id, nome: "  Padaria Boreal Ltda ", ativarManifestacao: false });
    expect(await read(id)).toMatchObject({ nome: "Padaria Boreal Ltda", ativarManifestacao: false });
    expect((await listRegistros(id))[1]).toMatchObject({
      acao: "alterar-empresa",
      detalhe: "razão social: Padaria Aurora Ltda → Padaria Boreal Ltda; manifestação: sim → não",
    });
  });

  test.each([
    ["a CNPJ with wrong digits", { cnpj: "11222333000182" }, "cnpjInvalido", "empresa.cnpj"],
    ["a CPF", { cnpj: "529.982.247-25" }, "empresaComCpf", "empresa.cnpj"],
    ["a CNPJ of one digit", { cnpj: "00000000000000" }, "cnpjInvalido", "empresa.cnpj"],
    ["no razão social", { nome: "  " }, "textoEmBranco", "empresa.nome"],
    ["a UF that is none", { uf: "XX" }, "ufInvalida", "empresa.uf"],
    [
      "ciência without the auditor",
      { cienciaAutomatica: true },
      "cienciaSemAuditor",
      "empresa.cienciaAutomatica",
    ],
    [
      "ciência without manifestação",
      { cienciaAutomatica: true, ativarAuditor: true, ativarManifestacao: false },
      "cienciaSemAuditor",
      "empresa.cienciaAutomatica",
    ],
  ] as const)("an empresa with %s is refused with its own error message", async (_caso, o, key, field) => {
    expect(await save(o)).toMatchObject(refusalOf(key, field));
    expect((await ana.call("Empresa.getListEmpresa", {})).totalCount).toBe(0);
  });

  test("the CNPJ of another empresa of the conta is refused, also at the same time, but not of another conta", async () => {
    const both = await Promise.all([save(), save({ nome: "A mesma" })]);
    expect(both.map(({ sucesso }) => sucesso).sort()).toEqual([false, true]);
    expect(both.find(({ sucesso }) => !sucesso)).toMatchObject(refusalOf("empresaRepetida", "empresa.cnpj"));
    const id = await createEmpresa({ cnpj: inventCnpj(1) });
    expect(await save({ id })).toMatchObject(refusalOf("empresaRepetida", "empresa.cnpj"));
    const caio = await signInNewUser(wire);
    expect((await save({}, caio)).sucesso).toBe(true);
  });

  test("changing the CNPJ of an empresa without documents removes its certificate", async () => {
    const id = await createEmpresa();
    const pfx = makePfx({ cnpj: "11222333000181" });
    expect(await sendPfx(wire, ana, { empresaId: id, pfx })).toMatchObject({ sucesso: true });
    await save({ id, nome: "Outro nome" });
    expect((await read(id)).certificado).not.toBeNull();
    await save({ id, cnpj: inventCnpj(2) });
    expect(await read(id)).toMatchObject({ cnpj: inventCnpj(2), certificado: null });
    expect(await listReassigned()).toEqual(["11222333000181", inventCnpj(2)].sort());
  });

  test("an empresa with documents keeps its CNPJ, other fields may change", async () => {
    const id = await createEmpresa();
    await insertNotas(wire, ana.contaId, [inventNota({ empresaId: id, quarentena: true })]);
    expect(await save({ id, cnpj: inventCnpj(2) })).toMatchObject(
      refusalOf("empresaCnpjComDocumentos", "empresa.cnpj"),
    );
    expect((await save({ id, nome: "Outra" })).sucesso).toBe(true);
  });
});

describe("reading empresas", () => {
  test("empresas are listed by name in dictionary order, or by CNPJ", async () => {
    for (const [nome, n] of [
      ["Zebra", 1],
      ["água", 2],
      ["Bola", 4],
    ] as const)
      await createEmpresa({ nome, cnpj: inventCnpj(n) });
    const list = async (listSearchOrder?: "nome" | "cnpj") => {
      const { results } = await ana.call("Empresa.getListEmpresa", { listSearchOrder });
      return (results as Empresa[]).map(({ nome }) => nome);
    };
    expect(await list()).toEqual(["água", "Bola", "Zebra"]);
    expect(await list("nome")).toEqual(["água", "Bola", "Zebra"]);
    expect(await list("cnpj")).toEqual(["Zebra", "água", "Bola"]);
  });

  test("empresas show the number of their documents", async () => {
    const id = await createEmpresa();
    await wire.asOwner(
      `INSERT INTO rollup_dia (conta_id, dia, papel, tipo_nota, empresa_id, quantidade, valor)
       VALUES ($1, '2026-10-15', 'E', 'NFe', $2, 3, 1), ($1, '2026-10-16', 'S', 'CTe', $2, 2, 1)`,
      [ana.contaId, id],
    );
    expect(await read(id)).toMatchObject({ documentos: 5 });
  });

  test("empresas can be read by every user and changed by managers only", async () => {
    const id = await createEmpresa();
    expect((await bia.call("Empresa.getListEmpresa", {})).totalCount).toBe(1);
    expect((await bia.call("Empresa.getEmpresa", { id })).sucesso).toBe(true);
    expect(await save({ id, nome: "Minha" }, bia)).toMatchObject(refusalOf("acessoRestrito"));
    expect(await bia.call("Empresa.deleteEmpresa", { id })).toMatchObject(refusalOf("acessoRestrito"));
  });

  test("empresas of another conta cannot be read, changed, deleted or given a certificate", async () => {
    const id = await createEmpresa();
    const caio = await signInNewUser(wire);
    expect((await caio.call("Empresa.getListEmpresa", {})).totalCount).toBe(0);
    expect(await caio.call("Empresa.getEmpresa", { id })).toMatchObject(refusalOf("empresaNaoEncontrada"));
    expect(await save({ id, cnpj: inventCnpj(2) }, caio)).toMatchObject(refusalOf("empresaNaoEncontrada"));
    expect(await caio.call("Empresa.deleteEmpresa", { id })).toMatchObject(refusalOf("empresaNaoExcluida"));
    const pfx = makePfx({ cnpj: "11222333000181" });
    expect(await sendPfx(wire, caio, { empresaId: id, pfx })).toMatchObject(
      refusalOf("empresaNaoEncontrada", "empresaId"),
    );
    expect(await read(id)).toMatchObject({ nome: "Padaria Aurora Ltda", certificado: null });
  });
});

describe("deleting an empresa", () => {
  test("deleting an empresa removes its certificate and distribution syncs, and is recorded", async () => {
    const id = await createEmpresa({ ativarAuditor: true });
    await sendPfx(wire, ana, { empresaId: id, pfx: makePfx({ cnpj: "11222333000181" }) });
    await wire.asOwner("INSERT INTO distribuicao (conta_id, empresa_id, modelo) VALUES ($1, $2, 'NFe')", [
      ana.contaId,
      id,
    ]);
    await wire.asOwner(
      "INSERT INTO distribuicao_lacuna (conta_id, empresa_id, modelo, nsu, vista_em) VALUES ($1, $2, 'NFe', '000000000000001', now())",
      [ana.contaId, id],
    );
    expect(await ana.call("Empresa.deleteEmpresa", { id })).toMatchObject({ sucesso: true });
    expect(await ana.call("Empresa.getEmpresa", { id })).toMatchObject(refusalOf("empresaNaoEncontrada"));
    expect(await wire.asOwner("SELECT FROM certificado WHERE conta_id = $1", [ana.contaId])).toEqual([]);
    expect((await listRegistros(id)).at(-1)).toMatchObject({
      acao: "excluir-empresa",
      detalhe: "Padaria Aurora Ltda · 11222333000181",
    });
    expect((await save()).sucesso).toBe(true);
  });

  test("deleting an empresa is refused while it has documents, even in quarantine", async () => {
    const id = await createEmpresa();
    await insertNotas(wire, ana.contaId, [inventNota({ empresaId: id, quarentena: true })]);
    expect(await ana.call("Empresa.deleteEmpresa", { id })).toMatchObject(refusalOf("empresaNaoExcluida"));
    expect((await read(id)).nome).toBe("Padaria Aurora Ltda");
  });

  test("deleting an empresa is refused after it has sent a manifestação", async () => {
    const id = await createEmpresa();
    await wire.asOwner(
      `INSERT INTO manifestacao (conta_id, id, empresa_id, chave, status, n_seq, pedida_em, autorizada_em) VALUES ($1, $2, $3, $4, 4, 1, now(), now())`,
      [ana.contaId, newId(), id, inventNota().chave],
    );
    expect(await ana.call("Empresa.deleteEmpresa", { id })).toMatchObject(refusalOf("empresaNaoExcluida"));
  });

  test("deleting an empresa is refused the second time", async () => {
    const id = await createEmpresa();
    await ana.call("Empresa.deleteEmpresa", { id });
    expect(await ana.call("Empresa.deleteEmpresa", { id })).toMatchObject(refusalOf("empresaNaoExcluida"));
  });
});
