import { checkDigit, MINUTE_MS } from "@malote/syntax";
import { TRANSPORTADORA } from "../document-generator/companies/carriers.ts";
import { EMPRESAS_DEMO } from "../document-generator/companies/companies.ts";
import type { SignedCte } from "../document-generator/cte/cte.ts";
import { cancelamentoCte, encerramento } from "../document-generator/evento/transport-eventos.ts";
import type { MdfeInput, SignedMdfe } from "../document-generator/mdfe/mdfe.ts";
import type { SignedNota } from "../document-generator/nfe/nfe.ts";
import { orderCte, orderCteOs, orderMdfe } from "../document-generator/transport/trip.ts";
import { authorizeCte, authorizeMdfe, registerEvento } from "../sefaz/authorize.ts";
import { ufsOfAutorizador } from "../sefaz/autorizadores.ts";
import type { TestSefaz } from "./test-sefaz.ts";

/** The authorized transport documents of a nota. */
export type TransportFixture = {
  nota: SignedNota;
  cte: SignedCte;
  cteOs: SignedCte;
  mdfe: SignedMdfe;
  /** The authorizer of the carrier's CT-e. */
  autorizadorCte: string;
  cancelCte(): void;
  endMdfe(): void;
  /** The order of one more MDF-e. */
  orderMdfe(): MdfeInput;
  /** A key of the same number with another random code. */
  withOtherCodigo(chave: string): string;
};

const JUSTIFICATIVA = "Serviço não prestado, a pedido do tomador";

export function makeTransportFixture(testSefaz: TestSefaz): TransportFixture {
  const { generator, ledger, clock } = testSefaz;
  const nota = testSefaz.emitNota();
  let numero = 100;
  const next = () => {
    numero += 1;
    return { emissao: { emissao: new Date(clock.now().getTime() - 10 * MINUTE_MS), serie: 1, numero } };
  };
  const cte = generator.signCte(orderCte(nota, next()));
  const protocolo = authorizeCte(cte, ledger, [nota.fornecedor.cnpj]);
  const cteOs = generator.signCteOs(orderCteOs(next()));
  authorizeCte(cteOs, ledger);
  const mdfe = generator.signMdfe(orderMdfe({ nota, cte }, next()));
  const protocoloMdfe = authorizeMdfe(mdfe, ledger);
  const { uf } = TRANSPORTADORA.endereco;
  return {
    nota,
    cte,
    cteOs,
    mdfe,
    autorizadorCte: ufsOfAutorizador(uf, "57") ? uf : "SVRS",
    cancelCte: () => {
      const detalhe = cancelamentoCte(protocolo.numero, JUSTIFICATIVA);
      const input = { documento: cte, detalhe, autor: TRANSPORTADORA, dataEvento: clock.now() };
      registerEvento(generator.signEvento(input), ledger);
    },
    endMdfe: () => {
      const destino = EMPRESAS_DEMO[0].endereco;
      const dia = clock.now().toISOString().slice(0, 10);
      const detalhe = encerramento(protocoloMdfe.numero, { dia, destino });
      const input = { documento: mdfe, detalhe, autor: TRANSPORTADORA, dataEvento: clock.now() };
      registerEvento(generator.signEvento(input), ledger);
    },
    orderMdfe: () => orderMdfe({ nota, cte }, next()),
    withOtherCodigo: (chave) => {
      const codigo = String((Number(chave.slice(35, 43)) + 1) % 100_000_000).padStart(8, "0");
      const body = `${chave.slice(0, 35)}${codigo}`;
      return `${body}${checkDigit(body)}`;
    },
  };
}
