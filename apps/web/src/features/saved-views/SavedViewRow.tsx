import { Button, Text, UnstyledButton } from "@mantine/core";
import { IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { general } from "../../texts/app/general.ts";
import { savedViewPanelTexts as texts } from "../../texts/lists/saved-view-panel.ts";
import { SavedViewName } from "./SavedViewName.tsx";
import type { SavedView } from "./saved-view.ts";
import classes from "./ViewsPanel.module.css";

/** One saved view: its name opens it; the buttons beside it edit it. */
export function SavedViewRow(props: {
  view: SavedView;
  isCurrent: boolean;
  isDefault: boolean;
  nameRefusalOf: (nome: string) => keyof typeof texts.recusas | null;
  onOpen: () => void;
  onToggleDefault: () => void;
  onRename: (nome: string) => void;
  onDelete: () => void;
}): React.JSX.Element {
  const { view, isCurrent, isDefault, nameRefusalOf, onOpen, onToggleDefault, onRename, onDelete } = props;
  const { nome } = view;
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    return (
      <li>
        <SavedViewName
          label={texts.novoNome(nome)}
          initial={nome}
          nameRefusalOf={nameRefusalOf}
          onSave={(next) => {
            onRename(next);
            setRenaming(false);
          }}
        >
          <Button variant="default" onClick={() => setRenaming(false)}>
            {general.cancelar}
          </Button>
          <Button variant="default" type="submit">
            {texts.salvar}
          </Button>
        </SavedViewName>
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
        {isDefault && (
          <Text component="small" size="xs" c="var(--text-2)">
            {texts.padrao}
          </Text>
        )}
      </UnstyledButton>
      <RowAction
        label={isDefault ? texts.deixarPadrao(nome) : texts.tornarPadrao(nome)}
        pressed={isDefault}
        onClick={onToggleDefault}
      >
        <StarIcon size={16} stroke={1.6} aria-hidden="true" />
      </RowAction>
      <RowAction label={texts.renomear(nome)} onClick={() => setRenaming(true)}>
        <IconPencil size={16} stroke={1.6} aria-hidden="true" />
      </RowAction>
      <RowAction label={texts.apagar(nome)} onClick={onDelete}>
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </RowAction>
    </li>
  );
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
