import type { Irregularidades } from "../irregularidade.ts";
import type { SumCollector } from "../traverse.ts";
import { centavosOf, TOLERANCIA_TOTAL, toleranciaOf } from "./centavos.ts";
import { compareSoma, sumsWith } from "./compare-soma.ts";
import {
  CAMINHOS,
  DO_ITEM,
  DO_TOTAL,
  type DoItem,
  type DoTotal,
  type Marca,
  type MarcaDoItem,
  type Repetido,
  SLOTS,
} from "./nfe-capturas.ts";

const ZERO = "0.00";
/** tPag of a nota without payment. */
const SEM_PAGAMENTO = "90";
const FINALIDADE_NORMAL = "1";
const NFCE = "65";
/** Month since which SEFAZ checks billing and payment of an NF-e; those of an NFC-e were always checked.
 * @source NT 2025.001 (NF-e) */
const COBRANCA_DESDE = "2025-11";
/** Notas de crédito and débito of IBS/CBS move balances: their totals follow other rules. */
const FINALIDADES_RTC = ["5", "6"];
const IBS_CBS: readonly DoTotal[] = [
  "vBCIBSCBS",
  "vIBSUF",
  "vIBSMun",
  "vIBS",
  "vCBS",
  "vIBSMono",
  "vCBSMono",
];

const ITEM_SLOT = slotsOf<DoItem>("item");
const MARCA_DO_ITEM_SLOT = slotsOf<MarcaDoItem>("marca-item");
const TOTAL_SLOT = slotsOf<DoTotal>("total");
const MARCA_SLOT = slotsOf<Marca>("marca");
const REPETIDO_SLOT = slotsOf<Repetido>("repetido");

const CAMINHO_DO_TOTAL = caminhosOfTotais();

/** Totals that are the sum of the same name over the items. */
export const SOMADOS: readonly DoTotal[] = Object.keys(DO_TOTAL).filter(
  (nome): nome is DoTotal => nome in DO_ITEM,
);

/** Adds up a nota during the traversal of its layout; `compare` then reports wrong sums.
 * @source MOC NF-e 7.0 anexo I, regras W03-10 to W22, Y09, YA03; NT 2025.002-RTC, VB01 and W34 to W60 */
export class SomasNfe implements SumCollector {
  readonly #irregularidades: Irregularidades;
  /** Amounts by slot: of this item, of all items, and of those
   * without ISSQN (some emitentes total services separately). */
  readonly #item: bigint[] = SLOTS.map(() => 0n);
  readonly #todos: bigint[] = SLOTS.map(() => 0n);
  readonly #semServico: bigint[] = SLOTS.map(() => 0n);
  readonly #vezes: number[] = SLOTS.map(() => 0);
  readonly #marcas: string[] = SLOTS.map(() => "");
  readonly #tocados: number[] = [];
  readonly #meios = new Set<string>();
  /** Slots with an unreadable value: their sums and all totals of totals are skipped. */
  readonly #estragados = new Set<number>();
  #itens = 0;
  #desonerado = 0n;
  #ehImportacao = false;
  #ehFaturamentoDireto = false;

  constructor(irregularidades: Irregularidades) {
    this.#irregularidades = irregularidades;
  }

  receive(captura: number, text: string): void {
    const slot = SLOTS[captura];
    if (slot?.onde === "item") {
      // Most taxes of most items are zero.
      if (text === ZERO) return;
      this.#item[captura] = centavosOf(text);
      this.#tocados.push(captura);
    } else if (slot?.onde === "marca-item") {
      this.#marcas[captura] = text;
      this.#tocados.push(captura);
    } else if (slot?.onde === "marca") {
      this.#marcas[captura] = text;
      if (captura === MARCA_SLOT.tPag) this.#meios.add(text);
    } else this.#add(this.#todos, captura, centavosOf(text));
  }

  spoil(captura: number): void {
    this.#estragados.add(captura);
  }

  endItem(): void {
    this.#itens += 1;
    const indTot = this.#marca("indTot");
    const isFaturamentoDireto = this.#marca("tpOp") === "2";
    const isImportacao = this.#marca("CFOP").startsWith("3");
    const isServico = this.#doItem("vISSQN") > 0n || this.#doItem("vBCISSQN") > 0n;
    if (isFaturamentoDireto) this.#ehFaturamentoDireto = true;
    if (isImportacao) this.#ehImportacao = true;
    if (this.#marca("indDeduzDeson") === "1") this.#desonerado += this.#doItem("vICMSDeson");
    if (!isImportacao && !isFaturamentoDireto && indTot !== "0") this.#compareItem();
    if (indTot === "0") this.#item[ITEM_SLOT.vProd] = 0n;
    if (this.#marca("indSomaPISST") !== "1") this.#item[ITEM_SLOT.vPISST] = 0n;
    if (this.#marca("indSomaCOFINSST") !== "1") this.#item[ITEM_SLOT.vCOFINSST] = 0n;
    for (const slot of this.#tocados) {
      const centavos = this.#item[slot] ?? 0n;
      this.#add(this.#todos, slot, centavos);
      if (!isServico) this.#semServico[slot] = (this.#semServico[slot] ?? 0n) + centavos;
      this.#item[slot] = 0n;
      this.#marcas[slot] = "";
    }
    this.#tocados.length = 0;
  }

  /** Compares the totals with the items, with one another and with the payment.
   * @param somados the totals whose items the layout covers */
  compare(somados: readonly DoTotal[] = SOMADOS): void {
    for (const nome of somados) this.#compareTotal(nome);
    if (this.#estragados.size > 0) return;
    this.#compareNota();
    this.#compareCobranca();
    this.#comparePagamento();
  }

  #compareTotal(nome: DoTotal): void {
    if (!this.#has(nome)) return;
    if (IBS_CBS.includes(nome) && FINALIDADES_RTC.includes(this.#marcaDaNota("finNFe"))) return;
    const slot = ITEM_SLOT[nome as DoItem];
    if (this.#estragados.has(slot) || this.#estragados.has(TOTAL_SLOT[nome])) return;
    const soma = this.#todos[slot] ?? 0n;
    // Most totals are exact.
    if (this.#total(nome) === soma) return;
    // The total alone may have the approximate taxes; a deferred FCP is added in two ways.
    if (nome === "vTotTrib" && soma === 0n) return;
    if (nome === "vFCP" && this.#soma("vFCPDif") > 0n) return;
    const extra = nome === "vPIS" ? this.#soma("vPISST") : nome === "vCOFINS" ? this.#soma("vCOFINSST") : 0n;
    this.#compare(nome, sumsWith([soma, this.#semServico[slot] ?? 0n], [extra]), toleranciaOf(this.#itens));
  }

  /** Compares vNF with its parts, except for imports, where states add taxes.
   * @source regra W16-10 and its exceptions */
  #compareNota(): void {
    const t = (nome: DoTotal) => this.#total(nome);
    if (this.#has("vNF") && !this.#ehImportacao) {
      const base = t("vProd") - t("vDesc") + t("vFrete") + t("vSeg") + t("vOutro") + t("vII") + t("vIPI");
      const partes = base + t("vST") + t("vFCPST") + t("vIPIDevol") + t("vServ") + t("vICMSMonoReten");
      this.#compare("vNF", sumsWith([partes], this.#escolhas()), TOLERANCIA_TOTAL);
    }
    // @NOTE Until 2027 IBS, CBS and IS may be informed without being added to the price.
    const impostos = t("vIBS") + t("vCBS") + t("vIBSMono") + t("vCBSMono");
    const certos = [...sumsWith([t("vNF")], [impostos, t("vIS")]), this.#soma("vItem")];
    if (this.#has("vNFTot")) this.#compare("vNFTot", certos, toleranciaOf(this.#itens));
  }

  /** Optional parts of vNF, which vary by state and year. */
  #escolhas(): bigint[] {
    const desonerado = this.#total("vICMSDeson");
    return [
      // All of the waived ICMS is deducted, the marked part, or none.
      -desonerado,
      desonerado === this.#desonerado ? 0n : -this.#desonerado,
      this.#ehFaturamentoDireto ? -this.#total("vST") : 0n,
      -this.#total("vICMSMonoReten"),
      // Services may already be part of the products.
      -this.#total("vServ"),
      this.#soma("vPISST") + this.#soma("vCOFINSST"),
    ];
  }

  #compareItem(): void {
    const vItem = this.#doItem("vItem");
    if (vItem === 0n || this.#estragados.size > 0) return;
    const i = (nome: DoItem) => this.#doItem(nome);
    const base = i("vProd") - i("vDesc") + i("vFrete") + i("vSeg") + i("vOutro") + i("vII") + i("vIPI");
    const partes = base + i("vST") + i("vFCPST") + i("vIPIDevol") + i("vICMSMonoReten");
    const impostos = i("vIBS") + i("vCBS") + i("vIBSMono") + i("vCBSMono");
    const certos = sumsWith([partes], [-i("vICMSDeson"), i("vPISST"), i("vCOFINSST"), impostos, i("vIS")]);
    const caminho = `infNFe/det[${this.#itens}]/vItem`;
    compareSoma(this.#irregularidades, { caminho, valor: vItem, certos, tolerancia: TOLERANCIA_TOTAL });
  }

  get #isCobranca(): boolean {
    return this.#marcaDaNota("mod") === NFCE || this.#marcaDaNota("dhEmi") >= COBRANCA_DESDE;
  }

  #compareCobranca(): void {
    if (!this.#has("vLiq") || !this.#isCobranca) return;
    if (this.#has("vOrig")) {
      this.#compare("vLiq", [this.#total("vOrig") - this.#total("vDescFat")], TOLERANCIA_TOTAL);
    }
    const parcelas = this.#vezes[REPETIDO_SLOT.vDup] ?? 0;
    const soma = this.#todos[REPETIDO_SLOT.vDup] ?? 0n;
    if (parcelas > 0) this.#compare("vLiq", [soma], toleranciaOf(parcelas));
  }

  /** Checks that the payment covers the nota, less discounts and withheld taxes;
   * with change, exactly. Adjustments, returns and complements are excluded.
   * @source regras YA03-10 (865) and YA09-20 (869) */
  #comparePagamento(): void {
    const isPago = this.#meios.size > 0 && !this.#meios.has(SEM_PAGAMENTO);
    const isVenda = this.#marcaDaNota("finNFe") === FINALIDADE_NORMAL && this.#has("vNF");
    if (!isPago || !isVenda || !this.#isCobranca) return;
    const vNF = this.#total("vNF");
    const certos = [vNF, vNF - (this.#todos[REPETIDO_SLOT.vRetido] ?? 0n)];
    if (this.#has("vNFTot")) certos.push(this.#total("vNFTot"));
    if (this.#has("vLiq")) certos.push(this.#total("vLiq"));
    const troco = this.#total("vTroco");
    const valor = (this.#todos[REPETIDO_SLOT.vPag] ?? 0n) - troco;
    // Each state decides whether an excess payment requires change (866).
    if (troco === 0n && certos.some((certo) => valor > certo)) return;
    const caminho = "infNFe/pag";
    compareSoma(this.#irregularidades, { caminho, valor, certos, tolerancia: TOLERANCIA_TOTAL });
  }

  #compare(nome: DoTotal, certos: readonly bigint[], tolerancia: bigint): void {
    const caminho = CAMINHO_DO_TOTAL[nome];
    compareSoma(this.#irregularidades, { caminho, valor: this.#total(nome), certos, tolerancia });
  }

  #add(quantias: bigint[], slot: number, centavos: bigint): void {
    quantias[slot] = (quantias[slot] ?? 0n) + centavos;
    this.#vezes[slot] = (this.#vezes[slot] ?? 0) + 1;
  }

  #has(nome: DoTotal): boolean {
    return (this.#vezes[TOTAL_SLOT[nome]] ?? 0) > 0;
  }

  #total(nome: DoTotal): bigint {
    return this.#todos[TOTAL_SLOT[nome]] ?? 0n;
  }

  #soma(nome: DoItem): bigint {
    return this.#todos[ITEM_SLOT[nome]] ?? 0n;
  }

  #doItem(nome: DoItem): bigint {
    return this.#item[ITEM_SLOT[nome]] ?? 0n;
  }

  #marcaDaNota(nome: Marca): string {
    return this.#marcas[MARCA_SLOT[nome]] ?? "";
  }

  #marca(nome: MarcaDoItem): string {
    return this.#marcas[MARCA_DO_ITEM_SLOT[nome]] ?? "";
  }
}

function caminhosOfTotais(): Readonly<Record<DoTotal, string>> {
  const rows = Object.entries(DO_TOTAL).map(([nome, fonte]) => {
    const [grupo = "", tag = nome] = fonte.split(".");
    return [nome, `${CAMINHOS[grupo]}/${tag}`];
  });
  return Object.fromEntries(rows) as Record<DoTotal, string>;
}

function slotsOf<N extends string>(onde: (typeof SLOTS)[number]["onde"]): Readonly<Record<N, number>> {
  const slots: Partial<Record<string, number>> = {};
  SLOTS.forEach((slot, place) => {
    if (slot.onde === onde) slots[slot.nome] = place;
  });
  return slots as Record<N, number>;
}
