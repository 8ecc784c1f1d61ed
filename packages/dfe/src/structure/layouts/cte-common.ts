import { IBS_CBS } from "./ibs-cbs.ts";

const DESONERADO = "(vICMSDeson cBenef)?";

/** Groups and types shared by CT-e, CT-e OS and CT-e simplificado 4.00.
 * @source MOC CT-e 4.00 anexo I; schemas PL_CTe_400 with NT 2025.001-RTC */
export const CTE_COMUM = `
  ObsCont = @xCampo/t20 xTexto/t160
  ObsFisco = @xCampo/t20 xTexto/t60
  enderEmit = xLgr/t2-60 nro xCpl? xBairro cMun xMun CEP? UF fone?
  endereco = xLgr nro xCpl? xBairro cMun xMun CEP? UF cPais? xPais?
  fluxo = xOrig? pass* xDest? xRota?
  pass = xPass?
  Comp = xNome/t15 vComp
  ICMS = (ICMS00 | ICMS20 | ICMS45 | ICMS60 | ICMS90 | ICMSOutraUF | ICMSSN)
  ICMS00 = CST/=00 vBC pICMS vICMS
  ICMS20 = CST/=20 pRedBC vBC pICMS vICMS ${DESONERADO}
  ICMS45 = CST/=40,41,51 ${DESONERADO}
  ICMS60 = CST/=60 vBCSTRet vICMSSTRet pICMSSTRet vCred? ${DESONERADO}
  ICMS90 = CST/=90 pRedBC? vBC pICMS vICMS vCred? ${DESONERADO}
  ICMSOutraUF = CST/=90 pRedBCOutraUF? vBCOutraUF pICMSOutraUF vICMSOutraUF ${DESONERADO}
  ICMSSN = CST/=90 indSN
  ICMSUFFim = vBCUFFim pFCPUFFim pICMSUFFim pICMSInter vFCPUFFim vICMSUFFim vICMSUFIni
  IBSCBS = CST/d3 cClassTrib indDoacao? gIBSCBS? gEstornoCred?
  pgtoVinc = pgto{1,99}
  pgto = @idTransacao/t2-35 @nPag/d1-3 tpMeioPgto CNPJReceb CNPJBasePSP
  infCteComp = chCTe
  autXML = (CNPJ | CPF)
  infRespTec = CNPJ xContato email/t60 fone (idCSRT hashCSRT)?
  infSolicNFF = xSolic
  infPAA = CNPJPAA PAASignature
  infCteSub = chCte indAlteraToma?
  cobr = fat? dup*
  fat = nFat? vOrig? vDesc? vLiq?
  dup = nDup? dVenc? vDup?
  infQ = cUnid tpMed qCarga
  infUnidTransp = tpUnidTransp idUnidTransp lacUnidTransp* infUnidCarga* qtdRat?
  infUnidCarga = tpUnidCarga idUnidCarga lacUnidCarga* qtdRat?
  lacUnidTransp = nLacre
  lacUnidCarga = nLacre
  infModal = @versaoModal (rodo | aereo | aquav | ferrov | duto | multimodal | rodoOS)?
  rodo = RNTRC occ{0,10}
  occ = serie/t3? nOcc dEmi emiOcc
  emiOcc = CNPJ cInt? IE UF fone?
  aereo = nMinu? nOCA? dPrevAereo natCarga tarifa peri*
  natCarga = xDime? cInfManu*
  tarifa = CL cTar? vTar/n13.2
  peri = nONU qTotEmb infTotAP
  infTotAP = qTotProd uniAP
  aquav = vPrest/n13.2 vAFRMM xNavio balsa{0,3} nViag? direc irin detCont* tpNav?
  balsa = xBalsa
  detCont = nCont lacre{0,3} infDoc/@infDocCont?
  lacre = nLacre
  infDocCont = (infNF/@infNFCont+ | infNFe/@infNFeCont+)
  infNFCont = serie/t3 nDoc unidRat?
  infNFeCont = chave unidRat?
  ferrov = tpTraf trafMut? fluxo/t10
  trafMut = respFat ferrEmi vFrete chCTeFerroOrigem? ferroEnv*
  ferroEnv = CNPJ cInt? IE? xNome enderFerro
  enderFerro = xLgr nro? xCpl? xBairro? cMun xMun CEP UF
  duto = vTar/n9.6? dIni dFim classDuto? tpContratacao? codPontoEntrada? codPontoSaida? nContrato?
  multimodal = COTM indNegociavel seg/@segMultimodal?
  segMultimodal = infSeg nApol nAver
  infSeg = xSeg CNPJ/cnpj0
  rodoOS = (TAF | NroRegEstadual) veic? infFretamento?
  veic = placa RENAVAM? prop? UF?
  prop = (CPF | CNPJ/cnpj0) (TAF | NroRegEstadual) xNome (IE/ie0 UF)? tpProp
  infFretamento = tpFretamento dhViagem?

  cuf : cUF
  uf : UF UFEnv UFIni UFFim
  mun : cMun cMunEnv cMunIni cMunFim
  cnpj : CNPJ CNPJReceb CNPJPAA
  cpf : CPF
  raiz : CNPJBasePSP
  chave : chCTe chCte chave chNFe chCTeFerroOrigem
  livre : hashCSRT PAASignature
  dh : dhEmi dhCont dhViagem
  data : dProg dIni dFim dEmi dPrev dVenc dPrevAereo
  hora : hProg hIni hFim
  cfop : CFOP nCFOP
  serie : serie
  numero : nCT
  ie : IE
  d2-14 : IEST
  email : email
  placa : placa
  rntrc : RNTRC
  unidade : idUnidTransp idUnidCarga nCont
  =1,2 : tpAmb respFat ferrEmi tpFretamento
  =0,1 : retira indNegociavel tpNav
  =1,2,9 : indIEToma
  =N,S,L,O : direc
  d1 : tpImp tpEmis cDV tpCTe procEmi tpServ toma CRT indSN indAlteraToma tpPagAnt tpUnidTransp tpUnidCarga tpTraf classDuto
  d1 : tpContratacao tpProp tpPer tpHor uniAP
  d2 : modal cUnid cInfManu tpMeioPgto tpDoc
  d3 : idCSRT
  d1-4 : cPais
  d1-6 : nOcc
  d6-14 : fone
  d8 : cCT CEP
  d8-9 : ISUF ISUFEmit
  d2-9 : PIN
  d9 : nMinu
  d1-10 : nViag
  d11 : nOCA
  d12 : TAF
  d25 : NroRegEstadual
  n13.2 : vComp vTPrest vRec vTotTrib vBC vICMS vICMSDeson vBCSTRet vICMSSTRet vCred vBCOutraUF vICMSOutraUF vBCUFFim vFCPUFFim
  n13.2 : vICMSUFFim vICMSUFIni vTotDFe vCarga vCargaAverb vOrig vDesc vLiq vDup vAFRMM vFrete
  n3.2 : pICMS pRedBC pICMSSTRet pRedBCOutraUF pICMSOutraUF pFCPUFFim pICMSUFFim pICMSInter
  n3.2-3 : qtdRat unidRat
  n11.4 : qCarga qTotProd
  t1-1 : CL
  t4 : cTar nONU
  t10 : cBenef irin cInt xRota
  t15 : xCaracAd xPass
  t20 : verProc xEmi nLacre tpMed qTotEmb COTM nApol nAver nDoc
  t2-20 : codPontoEntrada codPontoSaida nContrato
  t9-11 : RENAVAM
  t5-14 : xDime
  t30 : xCaracSer xSeg xOutCat
  t60 : natOp nro xCpl xNavio xBalsa nFat nDup xOrig xDest proPred
  t2-60 : xNome xFant xBairro xMun xPais xContato xMunEnv xMunIni xMunFim
  t160 : xDetRetira
  t2-255 : xLgr
  t15-256 : xJust
  t2000 : xObs infAdFisco
  t2-8000 : xSolic
${IBS_CBS}`;
