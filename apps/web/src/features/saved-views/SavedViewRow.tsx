import { Button, Text, UnstyledButton } from "@mantine/core";
import { IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { SavedView } from "../../rpc/documents/saved-views.ts";
import { general } from "../../texts/app/general.ts";
import { savedViewPanelTexts as texts } from "../../texts/lists/saved-view-panel.ts";
import { SavedViewForm, type ViewChoice } from "./SavedViewForm.tsx";
import classes from "./ViewsPanel.module.css";

/** One saved view: its name opens it; the buttons beside it edit it, if the user may. */
export function SavedViewRow(props: {
  view: SavedView;
  isCurrent: boolean;
  isDefault: boolean;
  nameRefusalOf: (nome: string) => keyof typeof texts.recusas | null;
  onOpen: () => void;
  onToggleDefault: () => void;
  onEdit: (choice: ViewChoice) => void;
  onDelete: () => void;
}): React.JSX.Element {
  const { view, isCurrent, isDefault, nameRefusalOf, onOpen, onToggleDefault, onEdit, onDelete } = props;
  const { nome, alteravel } = view;
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <li>
        <SavedViewForm
          label={texts.novoNome(nome)}
          initial={view}
          nameRefusalOf={nameRefusalOf}
          onSave={(choice) => {
            onEdit(choice);
            setEditing(false);
          }}
        >
          <Button variant="default" onClick={() => setEditing(false)}>
            {general.cancelar}
          </Button>
          <Button variant="default" type="submit">
            {texts.salvar}
          </Button>
        </SavedViewForm>
      </li>
    );
  }
  const StarIcon = isDefault ? IconStarFilled : IconStar;
  return (
    <li className={classes.row}>
      <UnstyledButton
        flex={1}
        miw={0}
        p="6px 8px"
        aria-current={isCurrent ? "true" : undefined}
        onClick={onOpen}
      >
        <Text span inherit lineClamp={1} {...(isCurrent ? { fw: 600, c: "var(--accent)" } : {})}>
          {nome}
        </Text>
        <Text component="small" size="xs" c="var(--text-2)" lineClamp={1}>
          {noteOf(view, isDefault)}
        </Text>
      </UnstyledButton>
      <RowAction
        label={isDefault ? texts.deixarPadrao(nome) : texts.tornarPadrao(nome)}
        pressed={isDefault}
        onClick={onToggleDefault}
      >
        <StarIcon size={16} stroke={1.6} aria-hidden="true" />
      </RowAction>
      {alteravel && (
        <>
          <RowAction label={texts.editar(nome)} onClick={() => setEditing(true)}>
            <IconPencil size={16} stroke={1.6} aria-hidden="true" />
          </RowAction>
          <RowAction label={texts.apagar(nome)} onClick={onDelete}>
            <IconTrash size={16} stroke={1.6} aria-hidden="true" />
          </RowAction>
        </>
      )}
    </li>
  );
}

/** Whose view it is, who sees it, and whether the list opens with it. */
function noteOf({ propria, compartilhada, dono }: SavedView, isDefault: boolean): string {
  const audience = propria ? (compartilhada ? texts.daConta : null) : texts.de(dono);
  return [audience, isDefault ? texts.padrao : null].filter((note) => note !== null).join(" · ");
}

function RowAction(props: {
  label: string;
  pressed?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, pressed, onClick, children } = props;
  return (
    <button
      type="button"
      className="icone icone-pequeno"
      aria-label={label}
      aria-pressed={pressed}
      data-dica={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
