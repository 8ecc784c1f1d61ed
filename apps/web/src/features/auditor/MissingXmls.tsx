import { formatDate, formatDocumento, formatInteger, formatReais } from "@malote/syntax";
import { Button, Loader, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconMailCheck, IconMailShare } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { serverNow } from "../../network/clock.ts";
import type { MissingXml, Supplier } from "../../rpc/documents/missing-xmls.ts";
import { missingXmlTexts as texts } from "../../texts/lists/missing-xmls.ts";
import { StatusIcon, StatusTag } from "../../ui/documento/Status.tsx";
import { BareCheckbox } from "../../ui/form/BareCheckbox.tsx";
import { formatDocumentNumber } from "../../ui/format/numbers.ts";
import { RowMenu } from "../../ui/list/RowMenu.tsx";
import { TypeTag } from "../../ui/list/TypeTag.tsx";
import classes from "./MissingXmls.module.css";
import { noteOf, stateOf, supplierNoteOf, toRequest } from "./missing-state.ts";
import { registroNameOf } from "./registro-status.ts";

/** What the user does with documents, by the ids of their records. */
export type MissingActions = {
  onRequest: (ids: readonly string[]) => void;
  onCiencia: (ids: readonly string[]) => void;
  onOutside: (ids: readonly string[]) => void;
};

/** The selected documents. */
export type Selection = { has: (id: string) => boolean; set: (ids: readonly string[], on: boolean) => void };

/** Missing XMLs by supplier; suppliers with something to ask are open. */
export function MissingXmls(
  props: MissingActions & { suppliers: readonly Supplier[]; timeZone: string; selection: Selection },
): React.JSX.Element {
  const { suppliers, ...rest } = props;
  const shown = useKeptOrder(suppliers);
  return (
    <ul className={classes.suppliers}>
      {shown.map((supplier) => (
        <SupplierGroup key={supplier.id} supplier={supplier} {...rest} />
      ))}
    </ul>
  );
}

/** The suppliers in the order in which they were first shown: one that was asked for its XMLs stays there. */
function useKeptOrder(suppliers: readonly Supplier[]): Supplier[] {
  const [order, setOrder] = useState<readonly string[]>([]);
  const added = suppliers.map(({ id }) => id).filter((id) => !order.includes(id));
  const whole = [...order, ...added];
  if (added.length > 0) setOrder(whole);
  return suppliers.toSorted((a, b) => whole.indexOf(a.id) - whole.indexOf(b.id));
}

type GroupProps = MissingActions & { supplier: Supplier; timeZone: string; selection: Selection };

function SupplierGroup(props: GroupProps): React.JSX.Element {
  const { supplier, timeZone, selection } = props;
  // It stays open after its XMLs were asked for.
  const [isOpen, setOpen] = useState(supplier.aPedir > 0);
  const { documentos, quantidade } = supplier;
  const rest = quantidade - documentos.length;
  return (
    <li aria-label={nameOf(supplier)}>
      <SupplierHead {...props} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen && (
        <ul>
          {documentos.map((missing) => (
            <MissingRow
              key={missing.id}
              missing={missing}
              {...{ timeZone, selection }}
              onCiencia={props.onCiencia}
            />
          ))}
          {rest > 0 && <li className={classes.rest}>{texts.resto(formatInteger(rest))}</li>}
        </ul>
      )}
    </li>
  );
}

function nameOf({ nomeEmitente, cnpjEmitente }: Supplier): string {
  return nomeEmitente ?? formatDocumento(cnpjEmitente);
}

function SupplierHead(props: GroupProps & { isOpen: boolean; onToggle: () => void }): React.JSX.Element {
  const { supplier, timeZone, selection, isOpen, onToggle } = props;
  const name = nameOf(supplier);
  const ids = supplier.documentos.map(({ id }) => id);
  const all = ids.every(selection.has);
  const note = supplierNoteOf(supplier, { now: serverNow(), timeZone });
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.head}>
      <BareCheckbox
        label={texts.selecionarFornecedor(name)}
        checked={all}
        indeterminate={!all && ids.some(selection.has)}
        onChange={() => selection.set(ids, !all)}
      />
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-label={texts.abrir(name)}
        onClick={onToggle}
      >
        <Chevron size={16} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
      <div className={classes.about}>
        <h2>{name}</h2>
        <p className="num">
          {formatDocumento(supplier.cnpjEmitente)} · {texts.documentos(formatInteger(supplier.quantidade))} ·{" "}
          {formatReais(supplier.soma)}
          {supplier.maisAntiga && ` · ${texts.maisAntiga(formatDate(supplier.maisAntiga, timeZone))}`}
        </p>
        {supplier.para !== null && <p>{supplier.para}</p>}
      </div>
      {note && (
        <span className={classes.note}>
          <StatusTag tone={note.tone} word={note.text} />
        </span>
      )}
      <SupplierActions {...props} name={name} />
    </div>
  );
}

function SupplierActions(props: GroupProps & { name: string }): React.JSX.Element | null {
  const { supplier, name, onRequest, onOutside } = props;
  const { aPedir, propria, documentos } = supplier;
  const ids = toRequest(supplier);
  if (propria || ids.length === 0) return null;
  const open = documentos.filter(({ estado }) => estado === "faltando").map(({ id }) => id);
  return (
    <div className={`${classes.actions} sem-impressao`}>
      <Button
        variant="default"
        leftSection={aPedir > 0 && <IconMailShare size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => onRequest(ids)}
      >
        {aPedir > 0 ? texts.pedir(formatInteger(ids.length)) : texts.pedirDeNovo}
      </Button>
      {open.length > 0 && (
        <RowMenu
          label={texts.mais(name)}
          actions={[{ label: texts.porFora, icon: IconMailCheck, onClick: () => onOutside(open) }]}
        />
      )}
    </div>
  );
}

function MissingRow(props: {
  missing: MissingXml;
  timeZone: string;
  selection: Selection;
  onCiencia: (ids: readonly string[]) => void;
}): React.JSX.Element {
  const { missing, timeZone, selection, onCiencia } = props;
  const at = { now: serverNow(), timeZone };
  const { id, numeroNota, serieNota, dataEmissao, valorTotal, estado, cienciaImpedida } = missing;
  const { word, tone } = stateOf(missing, at);
  const { text, isUrgent } = noteOf(missing, at);
  return (
    <li className={classes.row} data-linha={id}>
      <BareCheckbox
        label={texts.selecionar(registroNameOf(missing))}
        checked={selection.has(id)}
        onChange={() => selection.set([id], !selection.has(id))}
      />
      <span className={classes.type}>
        <TypeTag type={missing.tipoNota} />
      </span>
      <Link to={`/auditor/${id}`} className={`${classes.number} num`}>
        {numeroNota === null ? "–" : formatDocumentNumber(numeroNota)} <small>/ {serieNota ?? "–"}</small>
      </Link>
      <span className={`${classes.date} num`}>{dataEmissao ? formatDate(dataEmissao, timeZone) : "–"}</span>
      <b className={`${classes.amount} num`}>{valorTotal === null ? "–" : formatReais(valorTotal)}</b>
      <span className={classes.state}>
        <StatusTag tone={tone} word={word}>
          {estado === "baixando" ? (
            <Loader size={13} color="var(--text-2)" aria-hidden="true" />
          ) : estado === "pedido" ? (
            <IconMailShare size={15} stroke={1.8} aria-hidden="true" />
          ) : (
            <StatusIcon iconName="ilegivel" />
          )}
        </StatusTag>
      </span>
      <span
        className={classes.outcome}
        data-urgent={isUrgent || undefined}
        title={cienciaImpedida ?? undefined}
      >
        {text}
      </span>
      {cienciaImpedida === null && (
        <UnstyledButton className={classes.ciencia} onClick={() => onCiencia([id])}>
          {texts.darCiencia}
        </UnstyledButton>
      )}
    </li>
  );
}
