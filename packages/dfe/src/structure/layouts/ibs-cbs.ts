/** Groups of IBS, CBS and IS that NF-e and CT-e share. Tags of only one of them are optional here.
 * @source NT 2025.002-RTC (NF-e); NT 2025.001-RTC (CT-e) */
export const IBS_CBS = `
  gIBSCBS = vBC gIBSUF gIBSMun vIBS gCBS gTribRegular? gTribCompraGov?
  gIBSUF = pIBSUF gDif? gDevTrib? gRed? vIBSUF
  gIBSMun = pIBSMun gDif? gDevTrib? gRed? vIBSMun
  gCBS = pCBS gDif? gDevTrib? gRed? gALCZFMCBS? vCBS
  gDif = pDif/n3.2-4 vDif
  gDevTrib = pDevTrib? vDevTrib
  gRed = pRedAliq pAliqEfet
  gALCZFMCBS = tpALCZFMCBS? nProcSuframa? pAliqEfetRegCBS vTribRegCBS
  gTribRegular = CSTReg cClassTribReg pAliqEfetRegIBSUF vTribRegIBSUF pAliqEfetRegIBSMun vTribRegIBSMun pAliqEfetRegCBS vTribRegCBS
  gTribCompraGov = pAliqIBSUF vTribIBSUF pAliqIBSMun vTribIBSMun pAliqCBS vTribCBS
  gEstornoCred = vIBSEstCred vCBSEstCred
  gCompraGov = tpEnteGov pRedutor tpOperGov refDFeAnt*

  n13.2 : vIBS vIBSUF vIBSMun vCBS vDif vDevTrib vTribRegCBS vTribRegIBSUF vTribRegIBSMun vTribIBSUF vTribIBSMun vTribCBS
  n13.2 : vIBSEstCred vCBSEstCred
  n3.2-4 : pIBSUF pIBSMun pCBS pDevTrib pRedAliq pAliqEfet pAliqEfetRegCBS pAliqEfetRegIBSUF pAliqEfetRegIBSMun
  n3.2-4 : pAliqIBSUF pAliqIBSMun pAliqCBS pRedutor
  d3 : CSTReg
  d6 : cClassTrib cClassTribReg
  =1,2 : tpALCZFMCBS
  t8-12 : nProcSuframa
  d1 : tpEnteGov tpOperGov indDoacao
  chave : refDFeAnt
`;
