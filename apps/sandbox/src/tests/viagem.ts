import { checkDigit } from "@malote/syntax";
import type { CteAssinado } from "../papelaria/cte.ts";
import { EMPRESAS_DEMO } from "../papelaria/empresas.ts";
import { cancelamentoCte, encerramento } from "../papelaria/eventos-transporte.ts";
import type { MdfeAssinado, PedidoMdfe } from "../papelaria/mdfe.ts";
import type { NotaAssinada } from "../papelaria/nfe.ts";
import { TRANSPORTADORA } from "../papelaria/transportadoras.ts";
import { orderCte, orderCteOs, orderMdfe } from "../papelaria/viagem.ts";
import { authorizeCte, authorizeMdfe, registerEvento } from "../sefaz/autorizacao.ts";
import { ufsOfAutorizador } from "../sefaz/autorizadores.ts";
import type { EstadoDeTeste } from "./estado.ts";

/** The authorized transport documents of a nota. */
export type Viagem = {
  nota: NotaAssinada;
  cte: CteAssinado;
  cteOs: CteAssinado;
  mdfe: MdfeAssinado;
  /** The authorizer of the carrier's CT-e. */
  autorizadorCte: string;
  cancelCte(): void;
  endMdfe(): void;
  /** The order of one more MDF-e. */
  orderMdfe(): PedidoMdfe;
  /** A key of the same number with another random code. */
  withOtherCodigo(chave: string): string;
};

const JUSTIFICATIVA = "Serviço não prestado, a pedido do tomador";
const MINUTE_MS = 60_000;

export function makeViagem(estado: EstadoDeTeste): Viagem {
  const { papelaria, livro, clock } = estado;
  const nota = estado.emitNota();
  let numero = 100;
  const next = () => {
    numero += 1;
    return { emissao: { emissao: new Date(clock.now().getTime() - 10 * MINUTE_MS), serie: 1, numero } };
  };
  const cte = papelaria.signCte(orderCte(nota, next()));
  const protocolo = authorizeCte(cte, livro, [nota.fornecedor.cnpj]);
  const cteOs = papelaria.signCteOs(orderCteOs(next()));
  authorizeCte(cteOs, livro);
  const mdfe = papelaria.signMdfe(orderMdfe({ nota, cte }, next()));
  const protocoloMdfe = authorizeMdfe(mdfe, livro);
  const { uf } = TRANSPORTADORA.endereco;
  return {
    nota,
    cte,
    cteOs,
    mdfe,
    autorizadorCte: ufsOfAutorizador(uf, "57") ? uf : "SVRS",
    cancelCte: () => {
      const detalhe = cancelamentoCte(protocolo.numero, JUSTIFICATIVA);
      const pedido = { documento: cte, detalhe, autor: TRANSPORTADORA, dataEvento: clock.now() };
      registerEvento(papelaria.signEvento(pedido), livro);
    },
    endMdfe: () => {
      const destino = EMPRESAS_DEMO[0].endereco;
      const dia = clock.now().toISOString().slice(0, 10);
      const detalhe = encerramento(protocoloMdfe.numero, { dia, destino });
      const pedido = { documento: mdfe, detalhe, autor: TRANSPORTADORA, dataEvento: clock.now() };
      registerEvento(papelaria.signEvento(pedido), livro);
    },
    orderMdfe: () => orderMdfe({ nota, cte }, next()),
    withOtherCodigo: (chave) => {
      const codigo = String((Number(chave.slice(35, 43)) + 1) % 100_000_000).padStart(8, "0");
      const body = `${chave.slice(0, 35)}${codigo}`;
      return `${body}${checkDigit(body)}`;
    },
  };
}
