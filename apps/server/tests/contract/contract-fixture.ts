import type { Envelope, MessageKey, MethodName, ParamsOf, Role } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import { newId } from "../../src/db/index.ts";
import { SMTP_SANDBOX } from "../../src/mail/smtp-url.ts";
import { createLinkToken, type LinkKind } from "../../src/services/usuario/link-token.rows.ts";
import { openImportacaoSetup as openImportadora, sendFile } from "../files/importacao-setup.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createTeam, enterNewUser, type Team } from "../setup/team.ts";
import type { TestPipeline } from "../setup/test-pipeline.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";

/** Fixture of the contract tests: a conta with documents of every kind, and a user of every perfil. */
export type ContractFixture = {
  road: TestPipeline;
  wire: Wire;
  team: Team;
  contaId: string;
  empresaId: string;
  /** The company whose certificate the sandbox holds. */
  primeiraId: string;
  pfxSenha: string;
  caixaId: string;
  /** An NF-e and a CT-e received by e-mail with their XML; the NF-e has a carta de correção. */
  nfe: NotaRef;
  cte: NotaRef;
  /** Invented notas: in quarentena, never queried at SEFAZ, and with a divergent SEFAZ status. */
  presa: NotaRef;
  muda: NotaRef;
  divergente: NotaRef;
  eventoId: string;
  emailId: string;
  /** The e-mail that is read again. */
  relidoId: string;
  anexoId: string;
  auditorId: string;
  /** The import of a file without documents. */
  importacaoId: string;
  /** Reads the uploaded files. */
  readAll(): Promise<unknown[]>;
  /** An ordinary user who signs out and resets the password. */
  rita: SignedInUser;
  /** An ordinary user who erases their own data. */
  nina: SignedInUser;
  /** The token of an e-mailed link to a user. */
  link(usuarioId: string, tipo: LinkKind): Promise<string>;
};
export type NotaRef = { id: string; chave: string };

/** The expected success and refusal of one method, by content. null: no input of it could be
 * refused. */
export type MethodCase<N extends MethodName> = {
  caller: Role;
  params(p: ContractFixture): ParamsOf<N> | Promise<ParamsOf<N>>;
  headers?(p: ContractFixture): Record<string, string>;
  verify(answer: Envelope, p: ContractFixture): void | Promise<void>;
  refusal: RefusalCase<N> | null;
};
type RefusalCase<N extends MethodName> = {
  params(p: ContractFixture): ParamsOf<N> | Promise<ParamsOf<N>>;
  sentence: MessageKey | "Unauthorized";
  values?: Record<string, string | number>;
  campo?: string;
};
export type MethodCases<Service extends string> = {
  [N in Extract<MethodName, `${Service}.${string}`>]: MethodCase<N>;
};

/** An id that no record has. */
export const UNKNOWN_ID = "01a1f883-9227-7237-a8c2-d4d895a8d711";

/** An NF-e that is cut off. */
const TRUNCATED = '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe>';

export async function openContractFixture(): Promise<ContractFixture> {
  const { road: pipeline, wire, readAll } = await openImportadora();
  // E-mails can be queued; none is sent here.
  Object.assign(pipeline.ctx.config, {
    smtp: { ...SMTP_SANDBOX, porta: 9 },
    contatoEmail: "casa@exemplo.test",
  });
  const conta = { contaId: pipeline.contaId, identificador: "demo" };
  const team = await createTeam(wire, conta);
  await pipeline.asOwner("UPDATE empresa SET ativar_manifestacao = true");
  const nfe = await receive(pipeline, "carta-de-correcao", "55");
  const cte = await receive(pipeline, "cte-e-mdfe", "57");
  const { object } = await sendFile(wire, team.usuario, { bytes: Buffer.from(TRUNCATED), nome: "nada.xml" });
  await readAll();
  const noRights = { administrador: false, proprietario: false, manifestante: false };
  const rita = await enterNewUser(wire, conta, noRights, "rita");
  const nina = await enterNewUser(wire, conta, noRights, "nina");
  return {
    road: pipeline,
    wire,
    team,
    contaId: pipeline.contaId,
    nfe,
    cte,
    readAll,
    rita,
    nina,
    ...(await findIds(pipeline, nfe)),
    ...(await inventOtherNotas(pipeline)),
    importacaoId: (object as { id: string }).id,
    auditorId: await inventAuditor(pipeline),
    link: async (usuarioId, tipo) => {
      const tokenRequest = { usuarioId, tipo, now: pipeline.clock.now() };
      const { token } = await pipeline.ctx.database.withConta(pipeline.contaId, (db) =>
        createLinkToken(db, pipeline.contaId, tokenRequest),
      );
      return token;
    },
  };
}

async function receive(pipeline: TestPipeline, scenario: string, modelo: string): Promise<NotaRef> {
  const { chaves } = await pipeline.sandbox.playScenario(scenario);
  const failures = await pipeline.collect();
  if (failures.length > 0) throw failures[0];
  const chave = chaves.find((one) => one.slice(20, 22) === modelo);
  const nota = (await pipeline.notas()).find((one) => one.chave === chave);
  if (nota === undefined) throw new Error(`${scenario} brought no document of model ${modelo}`);
  return { id: nota.id, chave: nota.chave };
}

async function findIds({ asOwner, sandbox }: TestPipeline, { id, chave }: NotaRef) {
  const one = async (text: string, values: unknown[] = []): Promise<string> =>
    (await asOwner<{ id: string }>(text, values))[0]?.id ?? "";
  const [anexo] = await asOwner<{ id: string; email_id: string }>(
    "SELECT id, email_id FROM anexo WHERE destino = 'nota' ORDER BY email_id, caminho LIMIT 1",
  );
  const [firstEmpresa] = sandbox.info.empresas;
  return {
    primeiraId: await one("SELECT id FROM empresa WHERE cnpj = $1", [firstEmpresa?.cnpj]),
    pfxSenha: firstEmpresa?.pfxSenha ?? "",
    empresaId: await one("SELECT empresa_id AS id FROM nota WHERE id = $1", [id]),
    caixaId: await one("SELECT id FROM caixa_email"),
    eventoId: await one("SELECT id FROM evento WHERE chave = $1", [chave]),
    emailId: anexo?.email_id ?? "",
    relidoId: await one("SELECT id FROM email WHERE caixa_id IS NOT NULL AND id <> $1 ORDER BY id LIMIT 1", [
      anexo?.email_id,
    ]),
    anexoId: anexo?.id ?? "",
  };
}

async function inventOtherNotas(
  pipeline: TestPipeline,
): Promise<Pick<ContractFixture, "presa" | "muda" | "divergente">> {
  const [empresa] = await pipeline.asOwner<{ id: string; cnpj: string }>(
    "SELECT id, cnpj FROM empresa ORDER BY id LIMIT 1",
  );
  const ours = { empresaId: empresa?.id ?? "", cnpjDestinatario: empresa?.cnpj ?? "" };
  const emissao = new Date(pipeline.clock.now().getTime() - DAY_MS).toISOString();
  const [presa, muda, divergente] = await insertNotas(pipeline, pipeline.contaId, [
    inventNota({ ...ours, quarentena: true, veredito: "suspeita" }),
    inventNota({ ...ours, emissao, nfeStatus: "100", sefazStatus: null }),
    inventNota({ ...ours, sefazStatus: "101" }),
  ]);
  if (!presa || !muda || !divergente) throw new Error("no notas");
  return { presa, muda, divergente };
}

async function inventAuditor({ asOwner, contaId }: TestPipeline): Promise<string> {
  const id = newId();
  await asOwner(
    `INSERT INTO auditor (conta_id, id, tipo, tipo_nota, chave, c_sit_nfe, desc_evento, texto, data_evento, origem, criado_em, alterado_em)
     VALUES ($1, $2, 'NFe', 'NFe', $3, 1, 'Autorização de uso', 'NF-e 812', now(), 'distribuicao', now(), now())`,
    [contaId, id, "35261011444777000161550010000008121000008129"],
  );
  return id;
}
