import { API_TOKENS_MAX, type ParsedParamsOf } from "@malote/contract";
import { diaInZona, formatData, zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { planAcessoAlterado } from "../usuario/acesso-alterado.ts";
import { registerAtos } from "../usuario/pessoa-registro.ts";
import { countEmpresas, type UsuarioTravado } from "../usuario/usuario-cadastro.rows.ts";
import {
  type ApiTokenEscrito,
  type ApiTokenTravado,
  findNomes,
  insertApiToken,
  lockApiToken,
  updateApiToken,
} from "./api-token.rows.ts";
import { describeDireitos, isWider, lastValidade, sortEscopos } from "./api-token.rules.ts";
import { countNovo, lockQuemGera, makeSegredo, refuseManifestar } from "./make-segredo.ts";

type Pedido = ParsedParamsOf<"ApiToken.saveApiToken">["apiToken"];

/** The validated request, before any lock. */
type Escrito = ApiTokenEscrito & { agora: Date };

/**
 * Creates a token, returned whole only now; with an id, changes its access and expiry.
 * @throws {Refusal} apiTokenNaoEncontrado, apiTokensDemais, apiTokenNomeEmUso, apiTokenValidade,
 * empresaNaoEncontrada, manifestacaoSemPermissao, muitosPedidosSenha
 */
export async function saveApiToken(
  ctx: SignedInContext,
  { id, ...pedido }: Pedido,
): Promise<{ id: string; token: string | null }> {
  const { contaId } = ctx.caller;
  const escrito = readPedido(ctx, pedido);
  await countNovo(ctx);
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const usuario = await lockQuemGera(ctx, sql);
    const antes = id ? await lockApiToken(sql, contaId, { id }) : null;
    if (id && antes === null) throw new Refusal("apiTokenNaoEncontrado");
    await refuseEscrito(sql, { contaId, usuario, antes, escrito });
    if (antes === null) return await createToken(ctx, sql, { usuario, escrito });
    await changeToken(ctx, sql, { usuario, antes, escrito });
    return { id: antes.id, token: null };
  });
}

function readPedido(
  ctx: SignedInContext,
  { nome, escopos, empresas, validade }: Omit<Pedido, "id">,
): Escrito {
  const zona = zonaOfUf(ctx.caller.contaUf);
  const agora = ctx.clock.now();
  return {
    nome: nome.trim(),
    escopos: sortEscopos(escopos),
    empresas: empresas === null ? null : [...new Set(empresas)],
    validade: validade ?? null,
    zona,
    agora,
  };
}

type Exame = { contaId: string; usuario: UsuarioTravado; antes: ApiTokenTravado | null; escrito: Escrito };

async function refuseEscrito(sql: Sql, { contaId, usuario, antes, escrito }: Exame): Promise<void> {
  const { nome, escopos, empresas, validade, zona, agora } = escrito;
  const hoje = diaInZona(agora, zona);
  const limite = lastValidade(hoje);
  // An unchanged day is not checked, so that an expired token may be renamed.
  const mudou = validade !== (antes === null ? null : validadeOf(antes, zona));
  if (validade !== null && mudou && (validade < hoje || validade > limite)) {
    const campo = "apiToken.validade";
    throw new Refusal("apiTokenValidade", { campo, values: { limite: formatData(limite) } });
  }
  // Resources of the whole conta, such as users, mailboxes and audit records, are not divided by company.
  if (empresas !== null && escopos.includes("admin")) {
    throw new Refusal("apiTokenGerenteRestrito", { campo: "apiToken.empresas" });
  }
  const nomes = await findNomes(sql, contaId, antes?.id ?? null);
  if (nomes.includes(nome.toLowerCase())) throw new Refusal("apiTokenNomeEmUso", { campo: "apiToken.nome" });
  if (antes === null && nomes.length >= API_TOKENS_MAX) {
    throw new Refusal("apiTokensDemais", { values: { limite: API_TOKENS_MAX } });
  }
  if (empresas !== null && (await countEmpresas(sql, contaId, empresas)) < empresas.length) {
    throw new Refusal("empresaNaoEncontrada", { campo: "apiToken.empresas" });
  }
  const novos = escopos.filter((escopo) => !antes?.escopos.includes(escopo));
  refuseManifestar(usuario, novos, "apiToken.escopos");
}

/** Last day of a token, in its conta's zone; null: it does not expire. */
function validadeOf({ expiraEm }: ApiTokenTravado, zona: string): string | null {
  return expiraEm === null ? null : diaInZona(new Date(expiraEm.getTime() - 1), zona);
}

type Novo = { usuario: UsuarioTravado; escrito: Escrito };

async function createToken(
  ctx: SignedInContext,
  sql: Sql,
  { usuario, escrito }: Novo,
): Promise<{ id: string; token: string }> {
  const { contaId } = ctx.caller;
  const { nome, agora } = escrito;
  const id = await insertApiToken(sql, contaId, { ...escrito, usuarioId: usuario.id, principal: false });
  const segredo = { usuario, tokenId: id, nome, anteriorAte: agora, agora };
  const { token, mascara } = await makeSegredo(ctx, sql, segredo);
  const detalhe = `${describe(escrito)}; ${mascara}`;
  await registerAtos(ctx, sql, [{ acao: "gerar-api-token", alvo: id, detalhe }]);
  return { id, token };
}

async function changeToken(
  ctx: SignedInContext,
  sql: Sql,
  { usuario, antes, escrito }: Novo & { antes: ApiTokenTravado },
): Promise<void> {
  const { contaId, nome: quem } = ctx.caller;
  const { id } = antes;
  const { zona, agora } = escrito;
  const [de, para] = [describe({ ...antes, validade: validadeOf(antes, zona) }), describe(escrito)];
  if (de === para && JSON.stringify(antes.empresas) === JSON.stringify(escrito.empresas)) return;
  await updateApiToken(sql, contaId, { ...escrito, id });
  if (isWider(antes, escrito)) {
    const carta = { usuario, oQue: "api-token-mudado", quem, agora, token: escrito.nome } as const;
    await planAcessoAlterado(sql, contaId, carta);
  }
  await registerAtos(ctx, sql, [{ acao: "alterar-api-token", alvo: id, detalhe: `${de} → ${para}` }]);
}

function describe(token: Pick<ApiTokenEscrito, "nome" | "escopos" | "empresas" | "validade">): string {
  return describeDireitos(token, token.validade === null ? null : formatData(token.validade));
}
