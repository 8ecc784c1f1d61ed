import { compileLayout, type SchemaLayout } from "../compile-layout.ts";

/** MDF-e 3.00 with its four modais.
 * @source MOC MDF-e 3.00 anexo I; schemas PL_MDFe_300a; NT 2025.001 (MDF-e) */
export const MDFE_300: SchemaLayout = compileLayout(
  `
  infMDFe = @Id @versao ide emit infModal infDoc seg* prodPred? tot lacres* autXML{0,10} infAdic? infRespTec? infSolicNFF? infPAA?
  ide = cUF tpAmb tpEmit tpTransp? mod serie nMDF cMDF cDV modal dhEmi tpEmis procEmi verProc UFIni UFFim infMunCarrega{1,50}
    infPercurso{0,25} dhIniViagem? indCanalVerde? indCarregaPosterior?
  infMunCarrega = cMunCarrega xMunCarrega
  infPercurso = UFPer
  emit = (CNPJ | CPF) IE? xNome xFant? enderEmit
  enderEmit = xLgr nro xCpl? xBairro cMun xMun CEP? UF fone? email?
  infModal = @versaoModal (rodo | aereo | aquav | ferrov)?
  rodo = infANTT? veicTracao veicReboque{0,3} codAgPorto? lacRodo*
  infANTT = RNTRC? infCIOT* valePed? infContratante* infPag*
  infCIOT = CIOT? (CPF | CNPJ)
  valePed = disp+ categCombVeic?
  disp = CNPJForn (CNPJPg | CPFPg)? nCompra? vValePed tpValePed?
  infContratante = xNome? (CPF | CNPJ | idEstrangeiro) infContrato?
  infContrato = NroContrato vContratoGlobal
  infPag = xNome? (CPF | CNPJ | idEstrangeiro) Comp+ vContrato indAltoDesemp? indPag vAdiant? indAntecipaAdiant? infPrazo* tpAntecip?
    infBanc
  Comp = tpComp vComp xComp?
  infPrazo = nParcela dVenc vParcela
  infBanc = (codBanco codAgencia | CNPJIPEF | PIX)
  veicTracao = cInt? placa RENAVAM? tara capKG? capM3? prop? condutor{1,10} tpRod tpCar UF?
  veicReboque = cInt? placa RENAVAM? tara capKG capM3? prop? tpCar UF?
  prop = (CPF | CNPJ) RNTRC xNome/t60 (IE/ie0 UF)? tpProp
  condutor = xNome CPF
  lacRodo = nLacre/t20
  aereo = nac matr nVoo cAerEmb cAerDes dVoo
  aquav = irin tpEmb cEmbar xEmbar nViag cPrtEmb cPrtDest prtTrans? tpNav? infTermCarreg{0,5} infTermDescarreg{0,5} infEmbComb{0,30}
    infUnidCargaVazia* infUnidTranspVazia* MMSI?
  infTermCarreg = cTermCarreg xTermCarreg
  infTermDescarreg = cTermDescarreg xTermDescarreg
  infEmbComb = cEmbComb xBalsa
  infUnidCargaVazia = idUnidCargaVazia tpUnidCargaVazia
  infUnidTranspVazia = idUnidTranspVazia tpUnidTranspVazia
  ferrov = trem vag+
  trem = xPref dhTrem? xOri xDest qVag
  vag = pesoBC pesoR tpVag? serie/t3-3 nVag nSeq? TU
  infDoc = infMunDescarga{1,1000}
  infMunDescarga = cMunDescarga xMunDescarga infCTe{0,20000} infNFe{0,20000} infMDFeTransp{0,20000}
  infCTe = chCTe SegCodBarra? indReentrega? infUnidTransp* peri* infEntregaParcial? (indPrestacaoParcial infNFePrestParcial+)?
  infNFe = chNFe SegCodBarra? indReentrega? infUnidTransp* peri*
  infMDFeTransp = chMDFe indReentrega? infUnidTransp* peri*
  infEntregaParcial = qtdTotal qtdParcial
  infNFePrestParcial = chNFe
  peri = nONU xNomeAE? xClaRisco? grEmb? qTotProd qVolTipo?
  infUnidTransp = tpUnidTransp idUnidTransp lacUnidTransp* infUnidCarga* qtdRat?
  infUnidCarga = tpUnidCarga idUnidCarga lacUnidCarga* qtdRat?
  lacUnidTransp = nLacre/t20
  lacUnidCarga = nLacre/t20
  seg = infResp infSeg? nApol? nAver*
  infResp = respSeg (CNPJ | CPF)?
  infSeg = xSeg CNPJ/cnpj0
  prodPred = tpCarga xProd cEAN? NCM? infLotacao?
  infLotacao = infLocalCarrega/@lugar infLocalDescarrega/@lugar
  lugar = (CEP | latitude longitude)
  tot = qCTe? qNFe? qMDFe? vCarga cUnid qCarga
  lacres = nLacre
  autXML = (CNPJ | CPF)
  infAdic = infAdFisco? infCpl?
  infRespTec = CNPJ xContato email fone (idCSRT hashCSRT)?
  infSolicNFF = xSolic
  infPAA = CNPJPAA PAASignature

  cuf : cUF
  uf : UFIni UFFim UFPer UF
  mun : cMunCarrega cMunDescarga cMun
  =58 : mod
  =1,2 : tpAmb respSeg
  =01,02 : cUnid
  =0,1 : indPag tpNav
  d1 : tpEmit tpTransp cDV modal tpEmis procEmi indCanalVerde indCarregaPosterior indAltoDesemp indAntecipaAdiant tpAntecip tpProp
  d1 : indReentrega indPrestacaoParcial tpUnidTransp tpUnidCarga tpUnidCargaVazia tpUnidTranspVazia
  d2 : tpValePed categCombVeic tpComp tpRod tpCar tpEmb tpCarga
  d3 : nParcela idCSRT
  d1-3 : capM3 qVag nSeq
  d1-6 : tara capKG qCTe qNFe qMDFe
  d8 : cMDF CEP
  d1-8 : nVag
  d9 : MMSI
  d1-10 : nViag
  d7-12 : fone
  d12 : CIOT
  d1-20 : nCompra
  d36 : SegCodBarra
  serie : serie
  numero : nMDF
  dh : dhEmi dhIniViagem dhTrem
  data : dVenc dVoo
  cnpj : CNPJ CNPJForn CNPJPg CNPJIPEF CNPJPAA
  cpf : CPF CPFPg
  chave : chCTe chNFe chMDFe
  estrangeiro : idEstrangeiro
  ie : IE
  email : email
  placa : placa
  rntrc : RNTRC
  ean : cEAN
  ncm : NCM
  unidade : idUnidTransp idUnidCarga idUnidCargaVazia idUnidTranspVazia
  coordenada : latitude longitude
  livre : hashCSRT PAASignature
  n13.2 : vValePed vContratoGlobal vComp vContrato vAdiant vParcela vCarga
  n3.2-3 : qtdRat TU pesoBC pesoR
  n11.4 : qCarga qtdTotal qtdParcial
  t3 : xOri xDest
  t3-3 : tpVag
  t3-4 : cAerEmb cAerDes
  t4 : nac nONU
  t5 : cPrtEmb cPrtDest
  t3-5 : codBanco
  t6 : matr grEmb
  t8 : cTermCarreg cTermDescarreg
  t5-9 : nVoo
  t10 : cInt irin cEmbar cEmbComb xPref codAgencia
  t9-11 : RENAVAM
  t0-16 : codAgPorto
  t20 : verProc nApol qTotProd
  t2-20 : NroContrato
  t30 : xSeg
  t40 : nAver xClaRisco
  t60 : xFant nro xCpl nLacre xEmbar prtTrans xTermCarreg xTermDescarreg xBalsa qVolTipo
  t2-60 : xNome xMunCarrega xMunDescarga xLgr xBairro xMun xComp PIX xContato
  t120 : xProd
  t150 : xNomeAE
  t2000 : infAdFisco
  t5000 : infCpl
  t2-8000 : xSolic
  `,
  "infMDFe",
);
