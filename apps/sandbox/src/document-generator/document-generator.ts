import type { RandomSource } from "../random-source.ts";
import type { KeySet } from "./certificates/key-set.ts";
import { EMPRESAS_DEMO, type Empresa } from "./companies/companies.ts";
import type { Fornecedor } from "./companies/suppliers.ts";
import { type SignedCte, signCte } from "./cte/cte.ts";
import type { CteInput } from "./cte/cte-input.ts";
import { type CteOsInput, signCteOs } from "./cte/cte-os.ts";
import { type CteSimplificadoInput, signCteSimplificado } from "./cte/cte-simplificado.ts";
import type { Protocolo } from "./documento/protocolo.ts";
import { type EventoInput, type SignedEvento, signEvento } from "./evento/evento.ts";
import { cancelamentoDetail } from "./evento/nfe-eventos.ts";
import { type MdfeInput, type SignedMdfe, signMdfe } from "./mdfe/mdfe.ts";
import type { ItemInput } from "./nfe/item.ts";
import { type SignedNota, signNota } from "./nfe/nfe.ts";
import type { NotaInput } from "./nfe/nota-input.ts";
import { openSigner, type Signer } from "./xml/sign-element.ts";

/** The document generator: invents documents and signs them with the stored certificates. */
export type DocumentGenerator = {
  /** Draws products and quantities; about every third item has a discount. */
  inventItens(fornecedor: Fornecedor): ItemInput[];
  /** An NF-e 55 or an NFC-e 65. */
  signNota(input: NotaInput): SignedNota;
  signCte(input: CteInput): SignedCte;
  signCteSimplificado(input: CteSimplificadoInput): SignedCte;
  signCteOs(input: CteOsInput): SignedCte;
  signMdfe(input: MdfeInput): SignedMdfe;
  /** An event of any document, signed by its author. */
  signEvento(input: EventoInput): SignedEvento;
  /** The cancellation of an authorized nota by its issuer. */
  signCancelamento(
    nota: SignedNota & { protocolo: Protocolo },
    input: { dataEvento: Date; justificativa: string },
  ): SignedEvento;
  readonly destinatario: Empresa;
};

const QUANTIDADE_MAX = 48;
const WEIGHED_UNIT = "KG";

export function createDocumentGenerator(keySet: KeySet, random: RandomSource): DocumentGenerator {
  const signers = new Map<string, Signer>();
  const signerOf = ({ cnpj }: Empresa): Signer => {
    const keyPair = keySet.ecnpjs[cnpj];
    if (!keyPair) throw new RangeError(`no certificate for ${cnpj}`);
    const signer = signers.get(cnpj) ?? openSigner(keyPair);
    signers.set(cnpj, signer);
    return signer;
  };
  const sign = (input: EventoInput): SignedEvento => signEvento(input, signerOf(input.autor));
  return {
    inventItens: (fornecedor) => inventItens(fornecedor, random),
    signNota: (input) => signNota(input, signerOf(input.fornecedor), random),
    signCte: (input) => signCte(input, signerOf(input.transportadora), random),
    signCteSimplificado: (input) => signCteSimplificado(input, signerOf(input.transportadora), random),
    signCteOs: (input) => signCteOs(input, signerOf(input.transportadora), random),
    signMdfe: (input) => signMdfe(input, signerOf(input.transportadora), random),
    signEvento: sign,
    signCancelamento: (nota, { dataEvento, justificativa }) =>
      sign({
        documento: nota,
        detalhe: cancelamentoDetail(nota.protocolo.numero, justificativa),
        autor: nota.fornecedor,
        dataEvento,
        destinatario: nota.destinatario,
      }),
    destinatario: EMPRESAS_DEMO[0],
  };
}

function inventItens(fornecedor: Fornecedor, random: RandomSource): ItemInput[] {
  const howMany = random.integer(1, fornecedor.produtos.length);
  const first = random.integer(0, fornecedor.produtos.length - 1);
  return Array.from({ length: howMany }, (_, index) => {
    const produto =
      fornecedor.produtos[(first + index) % fornecedor.produtos.length] ?? random.pick(fornecedor.produtos);
    const whole = random.integer(2, QUANTIDADE_MAX);
    const grams = produto.unidade === WEIGHED_UNIT ? random.integer(0, 999) : 0;
    const desconto = random.integer(1, 3) === 1 ? BigInt(random.integer(50, 250)) : 0n;
    return { produto, quantidade: `${whole}.${String(grams).padStart(3, "0")}0`, desconto };
  });
}
