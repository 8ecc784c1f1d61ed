import { compileLayout, type SchemaLayout } from "../compile-layout.ts";
import { CTE_COMUM } from "./cte-common.ts";

const CTE = `
  infCte = @Id @versao ide compl? emit rem? exped? receb? dest? vPrest imp pgtoVinc? (infCTeNorm | infCteComp{1,10} | infCteAnu)
    autXML{0,10} infRespTec? infSolicNFF? infPAA?
  ide = cUF cCT CFOP natOp mod serie nCT dhEmi tpImp tpEmis cDV tpAmb tpCTe procEmi verProc indGlobalizado? cMunEnv xMunEnv UFEnv
    modal tpServ cMunIni xMunIni UFIni cMunFim xMunFim UFFim retira xDetRetira? indIEToma (toma3 | toma4) (dhCont xJust)?
    gCompraGov? tpPagAnt? gPagAntecipado?
  toma3 = toma
  toma4 = toma (CNPJ/cnpj0 | CPF) IE/ie0? xNome xFant? fone? enderToma/@endereco email?
  gPagAntecipado = chCTePagAnt{1,99}
  compl = xCaracAd? xCaracSer? xEmi? fluxo? Entrega? origCalc? destCalc? xObs? ObsCont{0,10} ObsFisco{0,10}
  Entrega = (semData | comData | noPeriodo) (semHora | comHora | noInter)
  semData = tpPer
  comData = tpPer dProg
  noPeriodo = tpPer dIni dFim
  semHora = tpHor
  comHora = tpHor hProg
  noInter = tpHor hIni hFim
  emit = (CNPJ | CPF) IE? IEST? xNome xFant? enderEmit CRT? ISUFEmit?
  rem = (CNPJ/cnpj0 | CPF) IE/ie0? xNome xFant? fone? enderReme/@endereco email?
  exped = (CNPJ/cnpj0 | CPF) IE/ie0? xNome fone? enderExped/@endereco email?
  receb = (CNPJ/cnpj0 | CPF) IE/ie0? xNome fone? enderReceb/@endereco email?
  dest = (CNPJ/cnpj0 | CPF) IE/ie0? xNome fone? ISUF? enderDest/@endereco email?
  vPrest = vTPrest vRec Comp*
  imp = ICMS vTotTrib? infAdFisco? ICMSUFFim? IBSCBS? vTotDFe?
  infCteAnu = chCte dEmi?
  infCTeNorm = infCarga infDoc? docAnt? infModal veicNovos* cobr? infCteSub? infGlobalizado? infServVinc?
  infCarga = vCarga? proPred xOutCat? infQ+ vCargaAverb?
  infDoc = (infNF+ | infNFe+ | infOutros+ | infDCe+)
  infNF = nRoma? nPed? mod/d2 serie/t3 nDoc dEmi vBC vICMS vBCST vST vProd vNF nCFOP nPeso? PIN? dPrev? (infUnidCarga* | infUnidTransp*)
  infNFe = chave PIN? dPrev? (infUnidCarga* | infUnidTransp*)
  infOutros = tpDoc descOutros? nDoc? dEmi? vDocFisc? dPrev? (infUnidCarga* | infUnidTransp*)
  infDCe = chave
  docAnt = emiDocAnt+
  emiDocAnt = (CNPJ | CPF) (IE UF)? xNome/t60 idDocAnt{1,2}
  idDocAnt = (idDocAntPap+ | idDocAntEle+)
  idDocAntPap = tpDoc serie/t3 subser? nDoc/t30 dEmi
  idDocAntEle = chCTe
  veicNovos = chassi cCor xCor cMod vUnit vFrete
  infGlobalizado = xObs/t15-256
  infServVinc = infCTeMultimodal+
  infCTeMultimodal = chCTeMultimodal
  =57 : mod
  d1 : indGlobalizado
  chave : chCTePagAnt chCTeMultimodal
  t2 : subser
  t40 : xCor
  t2-40 : origCalc destCalc
  t4 : cCor
  t6 : cMod
  t17 : chassi
  t100 : descOutros
  n13.2 : vBCST vST vProd vNF vDocFisc vUnit
  n12.3 : nPeso
  t20 : nRoma nPed
`;

const OS = `
  infCte = @Id @versao ide compl? emit toma/@tomador? vPrest imp pgtoVinc? (infCTeNorm | infCteComp{1,10} | infCteAnu) autXML{0,10}
    infRespTec? tpPagAnt? gPagAntecipado?
  ide = cUF cCT CFOP natOp mod serie nCT dhEmi tpImp tpEmis cDV tpAmb tpCTe procEmi verProc cMunEnv xMunEnv UFEnv modal tpServ
    indIEToma cMunIni? xMunIni? UFIni? cMunFim? xMunFim? UFFim? infPercurso{0,25} (dhCont xJust)? gCompraGov?
  infPercurso = UFPer
  gPagAntecipado = chCTePagAnt{1,99}
  compl = xCaracAd? xCaracSer? xEmi? xObs? ObsCont{0,10} ObsFisco{0,10}
  emit = CNPJ IE IEST? xNome xFant? enderEmit CRT? ISUFEmit?
  tomador = (CNPJ/cnpj0 | CPF) IE/ie0? xNome xFant? fone? enderToma/@endereco email?
  vPrest = vTPrest vRec Comp*
  imp = ICMS vTotTrib? infAdFisco? ICMSUFFim? infTribFed? IBSCBS? vTotDFe?
  infTribFed = vPIS? vCOFINS? vIR? vINSS? vCSLL?
  infCteAnu = chCte dEmi?
  infCTeNorm = infServico infDocRef* seg* infModal? infCteSub? refCTeCanc? cobr? infGTVe*
  infServico = xDescServ infQ/@quantidade?
  quantidade = qCarga
  infDocRef = (nDoc serie/t3? subserie? dEmi vDoc? | chBPe)
  seg = respSeg xSeg? nApol?
  infGTVe = chCTe Comp/@compGTVe+
  compGTVe = tpComp vComp xComp?
  =67 : mod
  uf : UFPer
  chave : chCTePagAnt refCTeCanc chBPe
  d1 : respSeg tpComp
  t3 : subserie
  t0-15 : xComp
  t30 : xDescServ
  n13.2 : vPIS vCOFINS vIR vINSS vCSLL vDoc
`;

const SIMPLIFICADO = `
  infCte = @Id @versao ide compl? emit toma/@tomador infCarga det{1,999} infModal cobr? infCteSub? imp pgtoVinc? total autXML{0,10}
    infRespTec? infSolicNFF? infPAA?
  ide = cUF cCT CFOP natOp mod serie nCT dhEmi tpImp tpEmis cDV tpAmb tpCTe procEmi verProc cMunEnv xMunEnv UFEnv modal tpServ
    UFIni UFFim retira xDetRetira? (dhCont xJust)? gCompraGov? tpPagAnt? gPagAntecipado?
  gPagAntecipado = chDFePagAnt{1,99}
  compl = xCaracAd? xCaracSer? fluxo? xObs? ObsCont{0,10} ObsFisco{0,10}
  emit = (CNPJ | CPF) IE? IEST? xNome xFant? enderEmit CRT? ISUFEmit?
  tomador = toma indIEToma (CNPJ/cnpj0 | CPF) IE/ie0? xNome ISUF? fone? enderToma/@endereco email?
  infCarga = vCarga proPred xOutCat? infQ+ vCargaAverb?
  det = @nItem/d1-3 cMunIni xMunIni cMunFim xMunFim vPrest vRec Comp* (infNFe+ | infDocAnt+)
  infNFe = chNFe PIN? dPrev? (infUnidCarga* | infUnidTransp*)
  infDocAnt = chCTe tpPrest infNFeTranspParcial*
  infNFeTranspParcial = chNFe
  imp = ICMS vTotTrib? infAdFisco? ICMSUFFim? IBSCBS?
  total = vTPrest vTRec vTotDFe?
  =57 : mod
  d1 : tpPrest
  chave : chDFePagAnt
  n13.2 : vPrest vTRec
`;

/** What CT-e 3.00 (57 and 67) shares with 4.00: the heads of ide and emit, and the price
 * of the service. The other groups changed between technical notes and are not checked. */
const OLD_LAYOUT = `
  infCte = @Id @versao ide emit vPrest imp
  ide = cUF cCT CFOP natOp mod serie nCT dhEmi tpImp tpEmis cDV tpAmb tpCTe procEmi verProc cMunEnv xMunEnv UFEnv modal tpServ
  emit = CNPJ IE xNome xFant?
  vPrest = vTPrest vRec Comp*
  Comp = xNome/t15 vComp
  cuf : cUF
  uf : UFEnv
  mun : cMunEnv
  d8 : cCT
  cfop : CFOP
  t60 : natOp
  =57,67 : mod
  serie : serie
  numero : nCT
  dh : dhEmi
  =1,2 : tpAmb
  d1 : tpImp tpEmis cDV tpCTe procEmi tpServ
  d2 : modal
  t20 : verProc
  cnpj : CNPJ
  ie : IE
  t2-60 : xMunEnv xNome
  t60 : xFant
  n13.2 : vTPrest vRec vComp
  livre : imp
`;

/** CT-e 4.00.   @source MOC CT-e 4.00 anexo I */
export const CTE_400: SchemaLayout = compileLayout(CTE + CTE_COMUM, "infCte");
/** CT-e OS 4.00.   @source MOC CT-e OS 4.00 anexo I */
export const CTE_OS_400: SchemaLayout = compileLayout(OS + CTE_COMUM, "infCte");
/** CT-e simplificado 4.00.   @source NT 2024.002 (CT-e) */
export const CTE_SIMPLIFICADO_400: SchemaLayout = compileLayout(SIMPLIFICADO + CTE_COMUM, "infCte");
export const CTE_300: SchemaLayout = compileLayout(OLD_LAYOUT, "infCte");
