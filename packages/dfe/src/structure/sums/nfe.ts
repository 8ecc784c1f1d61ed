import { MODELOS } from "@malote/syntax";
import type { Irregularities } from "../irregularity.ts";
import type { SumCollector } from "../traverse.ts";
import { centsOf, TOTAL_TOLERANCE, toleranceOf } from "./cents.ts";
import { compareSum, sumsWith } from "./compare-sum.ts";
import {
  type Flag,
  ITEM_AMOUNTS,
  type ItemAmount,
  type ItemFlag,
  PATHS,
  type RepeatedAmount,
  SLOTS,
  TOTAL_AMOUNTS,
  type TotalAmount,
} from "./nfe-captures.ts";

const ZERO = "0.00";
/** tPag of a nota without payment. */
const NO_PAYMENT = "90";
const NORMAL_FINALIDADE = "1";
const NFCE = MODELOS.NFCe.modelo;
/** Month since which SEFAZ checks billing and payment of an NF-e; those of an NFC-e were always checked.
 * @source NT 2025.001 (NF-e) */
const COBRANCA_SINCE = "2025-11";
/** Notas de crédito and débito of IBS/CBS move balances: their totals follow other rules. */
const FINALIDADES_RTC = ["5", "6"];
const IBS_CBS: readonly TotalAmount[] = [
  "vBCIBSCBS",
  "vIBSUF",
  "vIBSMun",
  "vIBS",
  "vCBS",
  "vIBSMono",
  "vCBSMono",
];

const ITEM_SLOT = slotsOf<ItemAmount>("item");
const ITEM_FLAG_SLOT = slotsOf<ItemFlag>("marca-item");
const TOTAL_SLOT = slotsOf<TotalAmount>("total");
const FLAG_SLOT = slotsOf<Flag>("marca");
const REPEATED_SLOT = slotsOf<RepeatedAmount>("repetido");

const TOTAL_PATHS = totalPathsOf();

/** Totals that are the sum of the same name over the items. */
export const SUMMED: readonly TotalAmount[] = Object.keys(TOTAL_AMOUNTS).filter(
  (name): name is TotalAmount => name in ITEM_AMOUNTS,
);

/** Adds up a nota during the traversal of its layout; `compare` then reports wrong sums.
 * @source MOC NF-e 7.0 anexo I, regras W03-10 to W22, Y09, YA03; NT 2025.002-RTC, VB01 and W34 to W60 */
export class NfeSums implements SumCollector {
  readonly #irregularities: Irregularities;
  /** Amounts by slot: of this item, of all items, and of those
   * without ISSQN (some emitentes total services separately). */
  readonly #item: bigint[] = SLOTS.map(() => 0n);
  readonly #all: bigint[] = SLOTS.map(() => 0n);
  readonly #withoutServices: bigint[] = SLOTS.map(() => 0n);
  readonly #counts: number[] = SLOTS.map(() => 0);
  readonly #flags: string[] = SLOTS.map(() => "");
  readonly #touched: number[] = [];
  readonly #paymentMeans = new Set<string>();
  /** Slots with an unreadable value: their sums and all totals of totals are skipped. */
  readonly #spoiled = new Set<number>();
  #items = 0;
  #waived = 0n;
  #isImport = false;
  #isDirectSale = false;

  constructor(irregularities: Irregularities) {
    this.#irregularities = irregularities;
  }

  receive(capture: number, text: string): void {
    const slot = SLOTS[capture];
    if (slot?.kind === "item") {
      // Most taxes of most items are zero.
      if (text === ZERO) return;
      this.#item[capture] = centsOf(text);
      this.#touched.push(capture);
    } else if (slot?.kind === "marca-item") {
      this.#flags[capture] = text;
      this.#touched.push(capture);
    } else if (slot?.kind === "marca") {
      this.#flags[capture] = text;
      if (capture === FLAG_SLOT.tPag) this.#paymentMeans.add(text);
    } else this.#add(this.#all, capture, centsOf(text));
  }

  spoil(capture: number): void {
    this.#spoiled.add(capture);
  }

  endItem(): void {
    this.#items += 1;
    const indTot = this.#itemFlag("indTot");
    const isFaturamentoDireto = this.#itemFlag("tpOp") === "2";
    const isImportacao = this.#itemFlag("CFOP").startsWith("3");
    const isService = this.#itemAmount("vISSQN") > 0n || this.#itemAmount("vBCISSQN") > 0n;
    if (isFaturamentoDireto) this.#isDirectSale = true;
    if (isImportacao) this.#isImport = true;
    if (this.#itemFlag("indDeduzDeson") === "1") this.#waived += this.#itemAmount("vICMSDeson");
    if (!isImportacao && !isFaturamentoDireto && indTot !== "0") this.#compareItem();
    if (indTot === "0") this.#item[ITEM_SLOT.vProd] = 0n;
    if (this.#itemFlag("indSomaPISST") !== "1") this.#item[ITEM_SLOT.vPISST] = 0n;
    if (this.#itemFlag("indSomaCOFINSST") !== "1") this.#item[ITEM_SLOT.vCOFINSST] = 0n;
    for (const slot of this.#touched) {
      const cents = this.#item[slot] ?? 0n;
      this.#add(this.#all, slot, cents);
      if (!isService) this.#withoutServices[slot] = (this.#withoutServices[slot] ?? 0n) + cents;
      this.#item[slot] = 0n;
      this.#flags[slot] = "";
    }
    this.#touched.length = 0;
  }

  /** Compares the totals with the items, with one another and with the payment.
   * @param summed the totals whose items the layout covers */
  compare(summed: readonly TotalAmount[] = SUMMED): void {
    for (const name of summed) this.#compareTotal(name);
    if (this.#spoiled.size > 0) return;
    this.#compareNota();
    this.#compareCobranca();
    this.#comparePagamento();
  }

  #compareTotal(name: TotalAmount): void {
    if (!this.#has(name)) return;
    if (IBS_CBS.includes(name) && FINALIDADES_RTC.includes(this.#notaFlag("finNFe"))) return;
    const slot = ITEM_SLOT[name as ItemAmount];
    if (this.#spoiled.has(slot) || this.#spoiled.has(TOTAL_SLOT[name])) return;
    const sum = this.#all[slot] ?? 0n;
    // Most totals are exact.
    if (this.#total(name) === sum) return;
    // The total alone may have the approximate taxes; a deferred FCP is added in two ways.
    if (name === "vTotTrib" && sum === 0n) return;
    if (name === "vFCP" && this.#sum("vFCPDif") > 0n) return;
    const extra = name === "vPIS" ? this.#sum("vPISST") : name === "vCOFINS" ? this.#sum("vCOFINSST") : 0n;
    this.#compare(
      name,
      sumsWith([sum, this.#withoutServices[slot] ?? 0n], [extra]),
      toleranceOf(this.#items),
    );
  }

  /** Compares vNF with its parts, except for imports, where states add taxes.
   * @source regra W16-10 and its exceptions */
  #compareNota(): void {
    const t = (name: TotalAmount) => this.#total(name);
    if (this.#has("vNF") && !this.#isImport) {
      const base = t("vProd") - t("vDesc") + t("vFrete") + t("vSeg") + t("vOutro") + t("vII") + t("vIPI");
      const parts = base + t("vST") + t("vFCPST") + t("vIPIDevol") + t("vServ") + t("vICMSMonoReten");
      this.#compare("vNF", sumsWith([parts], this.#choices()), TOTAL_TOLERANCE);
    }
    // @NOTE Until 2027 IBS, CBS and IS may be informed without being added to the price.
    const taxes = t("vIBS") + t("vCBS") + t("vIBSMono") + t("vCBSMono");
    const expected = [...sumsWith([t("vNF")], [taxes, t("vIS")]), this.#sum("vItem")];
    if (this.#has("vNFTot")) this.#compare("vNFTot", expected, toleranceOf(this.#items));
  }

  /** Optional parts of vNF, which vary by state and year. */
  #choices(): bigint[] {
    const desonerado = this.#total("vICMSDeson");
    return [
      // All of the waived ICMS is deducted, the marked part, or none.
      -desonerado,
      desonerado === this.#waived ? 0n : -this.#waived,
      this.#isDirectSale ? -this.#total("vST") : 0n,
      -this.#total("vICMSMonoReten"),
      // Services may already be part of the products.
      -this.#total("vServ"),
      this.#sum("vPISST") + this.#sum("vCOFINSST"),
    ];
  }

  #compareItem(): void {
    const vItem = this.#itemAmount("vItem");
    if (vItem === 0n || this.#spoiled.size > 0) return;
    const i = (name: ItemAmount) => this.#itemAmount(name);
    const base = i("vProd") - i("vDesc") + i("vFrete") + i("vSeg") + i("vOutro") + i("vII") + i("vIPI");
    const parts = base + i("vST") + i("vFCPST") + i("vIPIDevol") + i("vICMSMonoReten");
    const taxes = i("vIBS") + i("vCBS") + i("vIBSMono") + i("vCBSMono");
    const expected = sumsWith([parts], [-i("vICMSDeson"), i("vPISST"), i("vCOFINSST"), taxes, i("vIS")]);
    const path = `infNFe/det[${this.#items}]/vItem`;
    compareSum(this.#irregularities, { path, amount: vItem, expected, tolerance: TOTAL_TOLERANCE });
  }

  get #isCobranca(): boolean {
    return this.#notaFlag("mod") === NFCE || this.#notaFlag("dhEmi") >= COBRANCA_SINCE;
  }

  #compareCobranca(): void {
    if (!this.#has("vLiq") || !this.#isCobranca) return;
    if (this.#has("vOrig")) {
      this.#compare("vLiq", [this.#total("vOrig") - this.#total("vDescFat")], TOTAL_TOLERANCE);
    }
    const installments = this.#counts[REPEATED_SLOT.vDup] ?? 0;
    const sum = this.#all[REPEATED_SLOT.vDup] ?? 0n;
    if (installments > 0) this.#compare("vLiq", [sum], toleranceOf(installments));
  }

  /** Checks that the payment covers the nota, less discounts and withheld taxes;
   * with change, exactly. Adjustments, returns and complements are excluded.
   * @source regras YA03-10 (865) and YA09-20 (869) */
  #comparePagamento(): void {
    const isPago = this.#paymentMeans.size > 0 && !this.#paymentMeans.has(NO_PAYMENT);
    const isVenda = this.#notaFlag("finNFe") === NORMAL_FINALIDADE && this.#has("vNF");
    if (!isPago || !isVenda || !this.#isCobranca) return;
    const vNF = this.#total("vNF");
    const expected = [vNF, vNF - (this.#all[REPEATED_SLOT.vRetido] ?? 0n)];
    if (this.#has("vNFTot")) expected.push(this.#total("vNFTot"));
    if (this.#has("vLiq")) expected.push(this.#total("vLiq"));
    const troco = this.#total("vTroco");
    const amount = (this.#all[REPEATED_SLOT.vPag] ?? 0n) - troco;
    // Each state decides whether an excess payment requires change (866).
    if (troco === 0n && expected.some((candidate) => amount > candidate)) return;
    const path = "infNFe/pag";
    compareSum(this.#irregularities, { path, amount, expected, tolerance: TOTAL_TOLERANCE });
  }

  #compare(name: TotalAmount, expected: readonly bigint[], tolerance: bigint): void {
    const path = TOTAL_PATHS[name];
    compareSum(this.#irregularities, { path, amount: this.#total(name), expected, tolerance });
  }

  #add(amounts: bigint[], slot: number, cents: bigint): void {
    amounts[slot] = (amounts[slot] ?? 0n) + cents;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }

  #has(name: TotalAmount): boolean {
    return (this.#counts[TOTAL_SLOT[name]] ?? 0) > 0;
  }

  #total(name: TotalAmount): bigint {
    return this.#all[TOTAL_SLOT[name]] ?? 0n;
  }

  #sum(name: ItemAmount): bigint {
    return this.#all[ITEM_SLOT[name]] ?? 0n;
  }

  #itemAmount(name: ItemAmount): bigint {
    return this.#item[ITEM_SLOT[name]] ?? 0n;
  }

  #notaFlag(name: Flag): string {
    return this.#flags[FLAG_SLOT[name]] ?? "";
  }

  #itemFlag(name: ItemFlag): string {
    return this.#flags[ITEM_FLAG_SLOT[name]] ?? "";
  }
}

function totalPathsOf(): Readonly<Record<TotalAmount, string>> {
  const rows = Object.entries(TOTAL_AMOUNTS).map(([name, source]) => {
    const [group = "", tag = name] = source.split(".");
    return [name, `${PATHS[group]}/${tag}`];
  });
  return Object.fromEntries(rows) as Record<TotalAmount, string>;
}

function slotsOf<N extends string>(kind: (typeof SLOTS)[number]["kind"]): Readonly<Record<N, number>> {
  const slots: Partial<Record<string, number>> = {};
  SLOTS.forEach((slot, place) => {
    if (slot.kind === kind) slots[slot.name] = place;
  });
  return slots as Record<N, number>;
}
