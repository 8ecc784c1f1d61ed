import { compileLayout, type SchemaLayout } from "../compile-layout.ts";
import { nfeCaptures } from "../sums/nfe-captures.ts";
import { IBS_CBS } from "./ibs-cbs.ts";
import { NFE_TRIBUTOS } from "./nfe-taxes.ts";

const HEADER = `
  infNFe = @Id @versao ide emit avulsa? dest? retirada/@local? entrega/@local? autXML{0,10} det{1,990} total transp cobr? pag
    infIntermed? infAdic? exporta? compra? cana? infRespTec? infSolicNFF? agropecuario? infPAA?
  ide = cUF cNF natOp mod serie nNF dhEmi dhSaiEnt? dPrevEntrega? tpNF idDest cMunFG cMunFGIBS? tpImp tpEmis cDV tpAmb finNFe
    tpNFDebito? tpNFCredito? indFinal indPres indIntermed? cIndOp? procEmi verProc (dhCont xJust)? NFref{0,999} gCompraGov? gPagAntecipado?
  NFref = (refNFe | refNFeSig | refNF | refNFP | refCTe | refECF)
  refNF = cUF AAMM CNPJ mod/d2 serie nNF
  refNFP = cUF AAMM (CNPJ | CPF) IE mod/d2 serie nNF
  refECF = mod/t2 nECF nCOO
  gPagAntecipado = refNFe{1,99}
  emit = (CNPJ | CPF) xNome xFant? enderEmit IE? IEST? (IM CNAE?)? CRT ISUFEmit?
  enderEmit = xLgr nro xCpl? xBairro cMun xMun UF CEP cPais? xPais? fone?
  avulsa = CNPJ xOrgao matr xAgente fone? UF nDAR? dEmi? vDAR? repEmi dPag?
  dest = (CNPJ | CPF | idEstrangeiro) xNome? enderDest? indIEDest IE? ISUF? IM? email/t60?
  enderDest = xLgr nro xCpl? xBairro cMun xMun UF CEP? cPais? xPais? fone?
  local = (CNPJ/cnpj0 | CPF) xNome? xLgr nro xCpl? xBairro cMun xMun UF CEP? cPais? xPais? fone? email/t60? IE?
  autXML = (CNPJ | CPF)
`;

const ITEM = `
  det = @nItem/d1-3 prod imposto impostoDevol? infAdProd? obsItem? vItem? DFeReferenciado?
  impostoDevol = pDevol IPI/@ipiDevolvido
  ipiDevolvido = vIPIDevol
  obsItem = obsCont? obsFisco?
  obsCont = @xCampo/t20 xTexto
  obsFisco = @xCampo/t20 xTexto
  DFeReferenciado = chaveAcesso nItem?
  prod = cProd cEAN cBarra? xProd NCM NVE{0,8} (CEST indEscala? CNPJFab?)? cBenef? gCred{0,4} tpCredPresIBSZFM? EXTIPI? CFOP uCom
    qCom vUnCom vProd cEANTrib cBarraTrib? uTrib qTrib vUnTrib vFrete? vSeg? vDesc? vOutro? indTot indBemMovelUsado? DI{0,100}
    detExport{0,500} xPed/t15? nItemPed? nFCI? rastro{0,500} infProdNFF? infProdEmb? (veicProd | med | arma{1,500} | comb | nRECOPI)?
  gCred = cCredPresumido pCredPresumido vCredPresumido
  DI = nDI dDI xLocDesemb UFDesemb dDesemb tpViaTransp vAFRMM? tpIntermedio (CNPJ | CPF)? UFTerceiro? cExportador adi{1,999}
  adi = nAdicao? nSeqAdic cFabricante vDescDI? nDraw?
  detExport = nDraw? exportInd?
  exportInd = nRE chNFe qExport
  rastro = nLote qLote dFab dVal cAgreg?
  infProdNFF = cProdFisco cOperNFF
  infProdEmb = xEmb qVolEmb uEmb
  veicProd = tpOp chassi cCor xCor pot cilin pesoL/t9 pesoB/t9 nSerie/t9 tpComb nMotor CMT dist anoMod anoFab tpPint tpVeic espVeic
    VIN condVeic cMod cCorDENATRAN lota tpRest
  med = cProdANVISA xMotivoIsencao? vPMC
  arma = tpArma nSerie nCano descr
  comb = cProdANP descANP pGLP? pGNn? pGNi? vPart? CODIF? qTemp? UFCons CIDE? encerrante? pBio? origComb{0,30}
  CIDE = qBCProd vAliqProd vCIDE
  encerrante = nBico nBomba? nTanque vEncIni vEncFin
  origComb = indImport cUFOrig pOrig
`;

const TOTALS = `
  total = ICMSTot ISSQNtot? retTrib? ISTot? IBSCBSTot? vNFTot?
  ICMSTot = vBC vICMS vICMSDeson vFCPUFDest? vICMSUFDest? vICMSUFRemet? vFCP vBCST vST vFCPST vFCPSTRet qBCMono/n13.2? vICMSMono?
    qBCMonoReten/n13.2? vICMSMonoReten? qBCMonoRet/n13.2? vICMSMonoRet? vProd vFrete vSeg vDesc vII vIPI vIPIDevol vPIS vCOFINS
    vOutro vNF vTotTrib?
  ISSQNtot = vServ? vBC? vISS? vPIS? vCOFINS? dCompet vDeducao? vOutro? vDescIncond? vDescCond? vISSRet? cRegTrib?
  retTrib = vRetPIS? vRetCOFINS? vRetCSLL? vBCIRRF? vIRRF? vBCRetPrev? vRetPrev?
  ISTot = vIS
  IBSCBSTot = vBCIBSCBS gIBS? gCBS/@totCBS? gMono? gEstornoCred?
  gIBS = gIBSUF/@totIBSUF gIBSMun/@totIBSMun vIBS vCredPres? vCredPresCondSus?
  totIBSUF = vDif vDevTrib vIBSUF
  totIBSMun = vDif vDevTrib vIBSMun
  totCBS = vDif vDevTrib vCBS vCredPres? vCredPresCondSus?
  gMono = vIBSMono vCBSMono vIBSMonoReten vCBSMonoReten vIBSMonoRet vCBSMonoRet
  transp = modFrete transporta? retTransp? ((veicTransp/@veiculo? reboque/@veiculo{0,5})? | vagao? | balsa?) vol{0,5000}
  transporta = (CNPJ | CPF)? xNome? IE? xEnder? xMun/t60? UF?
  retTransp = vServ vBCRet pICMSRet vICMSRet CFOP cMunFG
  veiculo = placa UF? RNTC?
  vol = qVol? esp? marca? nVol? pesoL? pesoB? lacres{0,5000}
  lacres = nLacre
  cobr = fat? dup{0,120}
  fat = nFat? vOrig? vDesc? vLiq?
  dup = nDup? dVenc? vDup
  pag = detPag{1,100} vTroco?
  detPag = indPag? tPag xPag? vPag dPag? (CNPJPag UFPag)? card?
  card = tpIntegra CNPJ? tBand? cAut? CNPJReceb? idTermPag?
  infIntermed = CNPJ idCadIntTran
  infAdic = infAdFisco? infCpl? obsCont{0,10} obsFisco{0,10} procRef{0,100}
  procRef = nProc indProc tpAto?
  exporta = UFSaidaPais xLocExporta xLocDespacho?
  compra = xNEmp? xPed? xCont?
  cana = safra ref forDia{1,31} qTotMes qTotAnt qTotGer deduc{0,10} vFor vTotDed vLiqFor
  forDia = @dia/d1-2 qtde
  deduc = xDed vDed
  infRespTec = CNPJ xContato email/t6-60 fone (idCSRT hashCSRT)?
  infSolicNFF = xSolic
  agropecuario = (defensivo{1,20} | guiaTransito)
  defensivo = nReceituario CPFRespTec
  guiaTransito = tpGuia UFGuia serieGuia? nGuia
  infPAA = CNPJPAA PAASignature
`;

const TYPES = `
  cuf : cUF cUFOrig
  uf : UF UFDesemb UFTerceiro UFCons UFPag UFSaidaPais UFGuia
  mun : cMunFGIBS
  cnpj : CNPJ CNPJFab CNPJPag CNPJReceb CNPJPAA
  cpf : CPF CPFRespTec
  chave : refNFe refCTe chNFe chaveAcesso
  livre : refNFeSig hashCSRT PAASignature
  dh : dhEmi dhSaiEnt dhCont
  data : dPrevEntrega dEmi dPag dDI dDesemb dFab dVal dCompet dVenc
  aamm : AAMM
  ie : IE
  d2-14 : IEST
  ncm : NCM
  cfop : CFOP
  ean : cEAN cEANTrib
  nve : NVE
  guid : nFCI
  placa : placa
  beneficio : cBenef cCredPresumido
  estrangeiro : idEstrangeiro
  numero : nNF
  serie : serie
  =55,65 : mod
  =0,1 : tpNF indFinal indIntermed indTot indPag indImport tpArma
  =1,2 : tpAmb tpIntegra
  =1,2,3 : idDest condVeic tpIntermedio
  =1,2,9 : indIEDest
  =S,N : indEscala
  d1 : tpImp tpEmis cDV finNFe indPres procEmi CRT modFrete indProc indBemMovelUsado tpOp espVeic tpRest cRegTrib tpGuia
  d2 : tpNFDebito tpNFCredito tPag tBand tpAto idCSRT
  d1-2 : tpViaTransp tpVeic cCorDENATRAN
  d1-3 : nECF nItem nAdicao nBico nBomba nTanque lota
  d2-3 : EXTIPI
  d4 : anoMod anoFab
  d1-5 : nSeqAdic cOperNFF
  d1-6 : nCOO nItemPed cMod
  d6 : cIndOp
  d6-14 : fone
  d7 : CNAE CEST
  d8 : cNF CEP
  d8-9 : ISUF ISUFEmit
  d1-9 : nGuia
  d9 : cProdANP
  d0-12 : nRE
  d1-15 : qVol
  d20 : nRECOPI
  d1-21 : CODIF
  n13.2 : vDAR vCredPresumido vProd vFrete vSeg vDesc vAFRMM vDescDI vPMC vPart vCIDE vItem vIPIDevol vST vNF vServ vISS vRetPIS
  n13.2 : vRetCOFINS vRetCSLL vBCIRRF vIRRF vBCRetPrev vRetPrev vNFTot vBCIBSCBS vBCRet vICMSRet vOrig vLiq vDup vPag vTroco
  n13.2 : vDed vFor vTotDed vLiqFor
  n3.2 : pDevol
  n3.2-4 : pCredPresumido pICMSRet pGLP pGNn pGNi
  n3.1-4 : pBio pOrig
  n8.1-3 : qLote qVolEmb
  n11.1-4 : qCom qExport
  n11.1-10 : vUnCom vUnTrib qtde qTotMes qTotAnt qTotGer
  n12.3 : pesoL pesoB vEncIni vEncFin
  n12.4 : qTemp
  t1-1 : tpPint VIN
  t2 : tpComb
  t4 : cCor pot cilin dist
  t6 : uCom
  t8 : xEmb uEmb
  t9 : CMT serieGuia
  t4-9 : safra
  t14 : cProdFisco cProdANVISA
  t15 : nDI IM nSerie nCano
  t17 : chassi
  t20 : verProc nDraw nLote cAgreg RNTC vagao balsa
  t21 : nMotor
  t22 : xNEmp
  t3-30 : cBarra cBarraTrib
  t30 : nReceituario
  t40 : xCor idTermPag
  t60 : natOp xFant xOrgao matr xAgente nDAR repEmi cProd xLocDesemb cExportador cFabricante xTexto xEnder esp marca nVol nLacre
  t60 : nFat nDup nProc xLocExporta xLocDespacho xPed xCont xDed nro xCpl
  t2-60 : xNome xLgr xBairro xMun xPais xPag xContato idCadIntTran
  t2-95 : descANP
  t120 : xProd
  t128 : cAut
  t255 : xMotivoIsencao
  t256 : descr
  t15-256 : xJust
  t500 : infAdProd
  t2000 : infAdFisco
  t5000 : infCpl
  t2-5000 : xSolic
  t7-7 : ref
`;

/** NF-e and NFC-e 4.00 in one table: tags of only one of them are optional.
 * @source MOC NF-e 7.0 anexo I; schemas PL_010 (NT 2025.002) and PL_010e; emit/IE optional since NT
 * 2026.007 */
export const NFE_400: SchemaLayout = compileLayout(
  HEADER + ITEM + TOTALS + TYPES + NFE_TRIBUTOS + IBS_CBS,
  "infNFe",
  { captures: nfeCaptures(), item: "det" },
);
