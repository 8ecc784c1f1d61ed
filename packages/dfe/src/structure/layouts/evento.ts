import { compileLayout, type SchemaLayout } from "../compile-layout.ts";

/** What all eventos share. Each kind has its own detEvento, and new
 * kinds appear every month: only free texts are checked there.
 * @source MOC NF-e 7.0 §5.8; MOC CT-e 4.00 §5; MOC MDF-e 3.00 §5 */
function evento(chave: string, { nSeq, nProt = "d15" }: { nSeq: string; nProt?: string }): SchemaLayout {
  return compileLayout(
    `
    infEvento = @Id cOrgao tpAmb (CNPJ | CPF) ${chave} dhEvento tpEvento nSeqEvento verEvento? detEvento infSolicNFF? infPAA?
    detEvento = descEvento? nProt? xCorrecao? xJust? xCondUso?
      (evCancCTe/@cancelamento | evCancMDFe/@cancelamento | evCCeCTe | evEncMDFe | evIncCondutorMDFe | evPrestDesacordo)?
    cancelamento = descEvento nProt xJust
    evCCeCTe = descEvento infCorrecao+ xCondUso
    infCorrecao = grupoAlterado campoAlterado valorAlterado nroItemAlterado?
    evEncMDFe = descEvento nProt dtEnc cUF cMun
    evIncCondutorMDFe = descEvento condutor
    condutor = xNome CPF
    evPrestDesacordo = descEvento indDesacordoOper xObs
    orgao : cOrgao
    =1,2 : tpAmb
    cnpj0 : CNPJ
    cpf : CPF
    chave : ${chave}
    dh : dhEvento
    d6 : tpEvento
    ${nSeq} : nSeqEvento
    livre : verEvento infSolicNFF infPAA
    t5-60 : descEvento
    ${nProt} : nProt
    t15-1000 : xCorrecao
    t15-255 : xJust xObs
    t5000 : xCondUso
    t20 : grupoAlterado campoAlterado
    t500 : valorAlterado
    d1-2 : nroItemAlterado
    data : dtEnc
    cuf : cUF
    mun : cMun
    t2-60 : xNome
    d1 : indDesacordoOper
    `,
    "infEvento",
  );
}

export const EVENTO_NFE: SchemaLayout = evento("chNFe", { nSeq: "d1-2", nProt: "protocolo-nfe" });
export const EVENTO_CTE: SchemaLayout = evento("chCTe", { nSeq: "d1-3" });
export const EVENTO_MDFE: SchemaLayout = evento("chMDFe", { nSeq: "d1-3" });
