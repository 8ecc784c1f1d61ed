import { compileLayout, type SchemaLayout } from "../compile-layout.ts";
import { nfeCaptures } from "../sums/nfe-captures.ts";

/** The values of an old nota that the sums need: prices of items, and totals. */
const SOMADAS = [
  ..."vProd vFrete vSeg vDesc vOutro indTot CFOP".split(" ").map((tag) => `prod.${tag}`),
  ..."vICMSDeson vST vProd vFrete vSeg vDesc vII vIPI vOutro vNF".split(" ").map((tag) => `ICMSTot.${tag}`),
  "ISSQNtot.vServ",
  "ide.finNFe",
];

/** What layouts 2.00 and 3.10 share with 4.00: heads of ide, emit and dest, products of items,
 * totals. Tags that moved between them, municípios, taxes, transport and billing are not checked. */
export const NFE_OLD: SchemaLayout = compileLayout(
  `
  infNFe = @Id @versao ide emit dest? det{1,990} total transp? cobr? infAdic?
  ide = cUF cNF natOp mod serie nNF (dhEmi | dEmi) tpNF tpEmis cDV tpAmb finNFe procEmi verProc
  emit = (CNPJ | CPF) xNome xFant? IE CRT?
  dest = (CNPJ | CPF | idEstrangeiro)? xNome?
  det = @nItem/d1-3 prod imposto
  prod = cProd cEAN xProd NCM? EXTIPI? CFOP uCom qCom vUnCom vProd cEANTrib uTrib qTrib vUnTrib vFrete? vSeg? vDesc? vOutro? indTot?
  total = ICMSTot ISSQNtot?
  ICMSTot = vBC vICMS vICMSDeson? vBCST vST vProd vFrete vSeg vDesc vII vIPI vPIS vCOFINS vOutro vNF
  ISSQNtot = vServ? vBC? vISS?
  cuf : cUF
  d8 : cNF
  t60 : natOp xFant cProd
  =55,65 : mod
  serie : serie
  numero : nNF
  quando : dhEmi dEmi
  =0,1 : tpNF indTot
  =1,2 : tpAmb
  d1 : tpEmis cDV finNFe procEmi CRT
  t20 : verProc
  cnpj0 : CNPJ
  cpf : CPF
  estrangeiro : idEstrangeiro
  t2-60 : xNome
  ie0 : IE
  t120 : xProd
  livre : imposto cEAN cEANTrib NCM transp cobr infAdic
  d2-3 : EXTIPI
  cfop : CFOP
  t6 : uCom uTrib
  n11.1-4 : qCom qTrib
  n11.1-10 : vUnCom vUnTrib
  n13.2 : vBC vICMS vICMSDeson vBCST vST vProd vFrete vSeg vDesc vII vIPI vPIS vCOFINS vOutro vNF vServ vISS
  `,
  "infNFe",
  { captures: nfeCaptures(new Set(SOMADAS)), item: "det" },
);
