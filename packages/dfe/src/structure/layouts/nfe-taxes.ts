const DESONERADO = "(vICMSDeson motDesICMS indDeduzDeson?)?";
const PROPRIO_ST = "modBCST pMVAST? pRedBCST? vBCST pICMSST vICMSST (vBCFCPST pFCPST vFCPST)?";
const RETIDO_FCP = "(vBCFCPSTRet pFCPSTRet vFCPSTRet)?";
const EFETIVO = "(pRedBCEfet vBCEfet pICMSEfet vICMSEfet)?";
const FCP = "(vBCFCP pFCP vFCP)?";
const FCP_DIFERIDO = "(pFCPDif vFCPDif vFCPEfet?)?";
const ST_DESONERADO = "(vICMSSTDeson motDesICMSST)?";

/** Taxes of an item of NF-e and NFC-e 4.00.
 * @source MOC NF-e 7.0 anexo I, grupos M a UB; NT 2023.001 (monofásico); NT 2025.002-RTC */
export const NFE_TRIBUTOS = `
  imposto = vTotTrib? ICMS? IPI? II? ISSQN? PIS? PISST? COFINS? COFINSST? ICMSUFDest? IS? IBSCBS?
  ICMS = (ICMS00 | ICMS02 | ICMS10 | ICMS15 | ICMS20 | ICMS30 | ICMS40 | ICMS51 | ICMS53 | ICMS60 | ICMS61 | ICMS70 | ICMS90
    | ICMSPart | ICMSST | ICMSSN101 | ICMSSN102 | ICMSSN201 | ICMSSN202 | ICMSSN500 | ICMSSN900)
  ICMS00 = orig CST/=00 modBC vBC pICMS vICMS (pFCP vFCP)?
  ICMS02 = orig CST/=02 qBCMono? adRemICMS vICMSMono
  ICMS10 = orig CST/=10 modBC vBC pICMS vICMS ${FCP} ${PROPRIO_ST} ${ST_DESONERADO}
  ICMS15 = orig CST/=15 qBCMono? adRemICMS vICMSMono qBCMonoReten? adRemICMSReten vICMSMonoReten (pRedAdRem motRedAdRem)?
  ICMS20 = orig CST/=20 modBC pRedBC vBC pICMS vICMS ${FCP} ${DESONERADO}
  ICMS30 = orig CST/=30 ${PROPRIO_ST} ${DESONERADO}
  ICMS40 = orig CST/=40,41,50 ${DESONERADO}
  ICMS51 = orig CST/=51 modBC? pRedBC? cBenefRBC? vBC? pICMS? vICMSOp? pDif? vICMSDif? vICMS? ${FCP} ${FCP_DIFERIDO}
  ICMS53 = orig CST/=53 qBCMono? adRemICMS? vICMSMonoOp? pDif? vICMSMonoDif? vICMSMono? qBCMonoDif? adRemICMSDif?
  ICMS60 = orig CST/=60 (vBCSTRet pST? vICMSSubstituto? vICMSSTRet)? ${RETIDO_FCP} ${EFETIVO}
  ICMS61 = orig CST/=61 qBCMonoRet? adRemICMSRet vICMSMonoRet
  ICMS70 = orig CST/=70 modBC pRedBC vBC pICMS vICMS ${FCP} ${PROPRIO_ST} ${DESONERADO} ${ST_DESONERADO}
  ICMS90 = orig CST/=90 (modBC vBC pRedBC? cBenefRBC? pICMS (vICMSOp pDif vICMSDif)? vICMS ${FCP} ${FCP_DIFERIDO})?
    (${PROPRIO_ST})? ${DESONERADO} ${ST_DESONERADO}
  ICMSPart = orig CST/=10,20,90 modBC vBC pRedBC? pICMS vICMS ${PROPRIO_ST} pBCOp UFST ${DESONERADO}
  ICMSST = orig CST/=41,60 vBCSTRet pST? vICMSSubstituto? vICMSSTRet ${RETIDO_FCP} vBCSTDest vICMSSTDest ${EFETIVO}
  ICMSSN101 = orig CSOSN/=101 pCredSN vCredICMSSN
  ICMSSN102 = orig? CSOSN/=102,103,300,400
  ICMSSN201 = orig CSOSN/=201 ${PROPRIO_ST} (pCredSN vCredICMSSN)?
  ICMSSN202 = orig CSOSN/=202,203 ${PROPRIO_ST}
  ICMSSN500 = orig CSOSN/=500 (vBCSTRet pST? vICMSSubstituto? vICMSSTRet)? ${RETIDO_FCP} ${EFETIVO}
  ICMSSN900 = orig? CSOSN/=900 (modBC vBC pRedBC? pICMS vICMS)? (${PROPRIO_ST})? (pCredSN vCredICMSSN)?
  IPI = CNPJProd? cSelo? qSelo? cEnq (IPITrib | IPINT)
  IPITrib = CST (vBC pIPI | qUnid vUnid) vIPI
  IPINT = CST
  II = vBC vDespAdu vII vIOF
  ISSQN = vBC vAliq vISSQN cMunFG cListServ vDeducao? vOutro? vDescIncond? vDescCond? vISSRet? indISS cServico? cMun? cPais?
    nProcesso? indIncentivo
  PIS = (PISAliq | PISQtde | PISNT | PISOutr)
  PISAliq = CST vBC pPIS vPIS
  PISQtde = CST qBCProd vAliqProd vPIS
  PISNT = CST
  PISOutr = CST (vBC pPIS | qBCProd vAliqProd) vPIS
  PISST = (vBC pPIS | qBCProd vAliqProd) vPIS indSomaPISST?
  COFINS = (COFINSAliq | COFINSQtde | COFINSNT | COFINSOutr)
  COFINSAliq = CST vBC pCOFINS vCOFINS
  COFINSQtde = CST qBCProd vAliqProd vCOFINS
  COFINSNT = CST
  COFINSOutr = CST (vBC pCOFINS | qBCProd vAliqProd) vCOFINS
  COFINSST = (vBC pCOFINS | qBCProd vAliqProd) vCOFINS indSomaCOFINSST?
  ICMSUFDest = vBCUFDest vBCFCPUFDest? pFCPUFDest? pICMSUFDest pICMSInter pICMSInterPart vFCPUFDest? vICMSUFDest vICMSUFRemet
  IS = CSTIS cClassTribIS (vBCIS pIS (pISEspec | adRemIS)? (uTrib qTrib)? vIS)?
  IBSCBS = CST/d3 cClassTrib indDoacao? (gIBSCBS | gIBSCBSMono | gTransfCred | gAjusteCompet)? gEstornoCred?
    (gCredPresOper | gCredPresIBSZFM)?
  gIBSCBSMono = gMonoPadrao? gMonoReten? gMonoRet? gMonoDif? vTotIBSMonoItem vTotCBSMonoItem
  gMonoPadrao = qBCMono adRemIBS adRemCBS vIBSMono vCBSMono
  gMonoReten = qBCMonoReten adRemIBSReten vIBSMonoReten adRemCBSReten vCBSMonoReten
  gMonoRet = qBCMonoRet adRemIBSRet vIBSMonoRet adRemCBSRet vCBSMonoRet
  gMonoDif = pDifIBS vIBSMonoDif pDifCBS vCBSMonoDif
  gTransfCred = vIBS vCBS
  gAjusteCompet = competApur vIBS vCBS
  gCredPresOper = vBCCredPres cCredPres gIBSCredPres/@credPres? gCBSCredPres/@credPres?
  credPres = pCredPres (vCredPres | vCredPresCondSus)
  gCredPresIBSZFM = competApur tpCredPresIBSZFM vCredPresIBSZFM

  d1 : orig modBC modBCST motDesICMSST motRedAdRem indDeduzDeson indISS indIncentivo indSomaPISST indSomaCOFINSST
  d2 : CST cCredPres
  d1-2 : motDesICMS
  d3 : CSTIS
  d6 : cClassTribIS
  d1-12 : qSelo
  n13.2 : vTotTrib vBC vICMS vFCP vICMSMono vICMSMonoReten vICMSMonoRet vICMSMonoOp vICMSMonoDif vBCFCP vBCST vICMSST vBCFCPST vFCPST
  n13.2 : vICMSSTDeson vICMSDeson vICMSOp vICMSDif vFCPDif vFCPEfet vBCSTRet vICMSSubstituto vICMSSTRet vBCFCPSTRet vFCPSTRet
  n13.2 : vBCEfet vICMSEfet vBCSTDest vICMSSTDest vCredICMSSN vIPI vDespAdu vII vIOF vISSQN vDeducao vOutro vDescIncond vDescCond
  n13.2 : vISSRet vPIS vCOFINS vBCUFDest vBCFCPUFDest vFCPUFDest vICMSUFDest vICMSUFRemet vBCIS vIS vTotIBSMonoItem vTotCBSMonoItem
  n13.2 : vIBSMono vCBSMono vIBSMonoReten vCBSMonoReten vIBSMonoRet vCBSMonoRet vIBSMonoDif vCBSMonoDif vBCCredPres vCredPres
  n13.2 : vCredPresCondSus vCredPresIBSZFM
  n3.2-4 : pICMS pFCP adRemICMS pMVAST pRedBCST pICMSST pFCPST adRemICMSReten pRedAdRem pRedBC pDif pFCPDif adRemICMSDif pST
  n3.2-4 : pFCPSTRet pRedBCEfet pICMSEfet adRemICMSRet pBCOp pCredSN pIPI vAliq pPIS pCOFINS pFCPUFDest pICMSUFDest pICMSInter
  n3.2-4 : pICMSInterPart pIS pISEspec adRemIS adRemIBS adRemCBS adRemIBSReten adRemCBSReten adRemIBSRet adRemCBSRet pDifIBS pDifCBS pCredPres
  n11.1-4 : qBCMono qBCMonoReten qBCMonoRet qBCMonoDif vAliqProd vUnid qTrib
  n12.1-4 : qBCProd qUnid
  beneficio : cBenefRBC
  uf : UFST
  cnpj : CNPJProd
  t60 : cSelo
  t3 : cEnq
  t6 : uTrib
  t20 : cServico
  t30 : nProcesso
  mun : cMunFG cMun
  d1-4 : cPais
  lista : cListServ
  mes : competApur
  d1-2 : tpCredPresIBSZFM
`;
