import { Button, Divider, Popover, Stack, UnstyledButton } from "@mantine/core";
import { cloneElement, useId, useState } from "react";
import { savedViewPanelTexts as texts } from "../../texts/lists/saved-view-panel.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";
import { hasQuestion } from "../../ui/overlay/open-questions.ts";
import { addView, changeView, nameRefusalOf, removeView, toggleDefault } from "./edit-views.ts";
import { SavedViewName } from "./SavedViewName.tsx";
import { SavedViewRow } from "./SavedViewRow.tsx";
import { type SavedView, type SavedViews, type ShownState, viewParams } from "./saved-view.ts";

type Props = {
  trigger: React.ReactElement<{ onClick?: () => void }>;
  views: SavedViews;
  setViews: (views: SavedViews) => void;
  current: SavedView | null;
  isModified: boolean;
  shown: ShownState;
  /** The address without any view. */
  withoutView: URLSearchParams;
  onOpen: (params: URLSearchParams, columns: string) => void;
};

/** The panel of the saved views: open, save, rename, delete, or set the default. */
export function ViewsPanel(props: Props): React.JSX.Element {
  const { trigger, views } = props;
  const [opened, setOpened] = useState(false);
  const labelId = useId();
  return (
    <Popover
      position="bottom-start"
      shadow="md"
      width={340}
      trapFocus
      returnFocus
      opened={opened}
      onChange={(next) => {
        // A press inside the question about an unsaved name is not a press outside the panel.
        if (next || !hasQuestion()) setOpened(next);
      }}
    >
      <Popover.Target>{cloneElement(trigger, { onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown className="menu" maw="calc(100vw - 32px)" p={8} aria-labelledby={labelId}>
        <span id={labelId} className="vh">
          {texts.rotulo}
        </span>
        {views.lista.length > 0 && <ViewList {...props} onClose={() => setOpened(false)} />}
        {views.lista.length > 0 && <Divider my={4} />}
        <NewView {...props} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ViewList(props: Props & { onClose: () => void }): React.JSX.Element {
  const { views, setViews, current, withoutView, onOpen, onClose } = props;
  const open = (params: URLSearchParams, columns = ""): void => {
    onOpen(params, columns);
    onClose();
  };
  const confirmDeletion = async (view: SavedView): Promise<void> => {
    onClose();
    const isConfirmed = await askConfirmation({
      titulo: texts.apagarTitulo,
      texto: texts.apagarTexto(view.nome),
      acao: texts.apagarAcao,
      destrutiva: true,
    });
    if (!isConfirmed) return;
    setViews(removeView(views, view.id));
    showToast(texts.apagada(view.nome));
  };
  return (
    <>
      <ul className="menu-list">
        {views.lista.map((view) => (
          <SavedViewRow
            key={view.id}
            view={view}
            isCurrent={view.id === current?.id}
            isDefault={view.id === views.padrao}
            nameRefusalOf={(viewName) => nameRefusalOf(views, viewName, view.id)}
            onOpen={() => open(viewParams(view), view.colunas)}
            onToggleDefault={() => setViews(toggleDefault(views, view.id))}
            onRename={(viewName) => setViews(changeView(views, view.id, { nome: viewName }))}
            onDelete={() => void confirmDeletion(view)}
          />
        ))}
      </ul>
      {current && <ViewChanges {...props} current={current} open={open} />}
      {current && (
        <UnstyledButton
          className="menu-item"
          w="100%"
          px={8}
          c="var(--text-2)"
          onClick={() => open(withoutView)}
        >
          {texts.sem}
        </UnstyledButton>
      )}
    </>
  );
}

/** The active view is modified: save the changes or revert them. */
function ViewChanges(
  props: Props & { current: SavedView; open: (params: URLSearchParams, columns: string) => void },
): React.JSX.Element | null {
  const { current, isModified, shown, views, setViews, open } = props;
  if (!isModified) return null;
  return (
    <Stack gap={6} align="flex-start" p="6px 8px 8px">
      <button type="button" className="link" onClick={() => setViews(changeView(views, current.id, shown))}>
        {texts.guardar(current.nome)}
      </button>
      <button type="button" className="link" onClick={() => open(viewParams(current), current.colunas)}>
        {texts.desfazer(current.nome)}
      </button>
    </Stack>
  );
}

/** Saves what the list shows as a new view. */
function NewView(props: Props & { onClose: () => void }): React.JSX.Element {
  const { views, setViews, shown, onOpen, onClose } = props;
  const saveView = (viewName: string): void => {
    const view: SavedView = { ...shown, id: crypto.randomUUID(), nome: viewName };
    setViews(addView(views, view));
    onOpen(viewParams(view), "");
    onClose();
    showToast(texts.salva(viewName));
  };
  return (
    <SavedViewName
      label={texts.nome}
      hint={shown.colunas ? texts.nomeDica : texts.nomeDicaSemColunas}
      takesFocus={views.lista.length === 0}
      nameRefusalOf={(viewName) => nameRefusalOf(views, viewName)}
      onSave={saveView}
    >
      <Button type="submit" variant={views.lista.length === 0 ? "filled" : "default"}>
        {views.lista.length === 0 ? texts.salvar : texts.salvarComo}
      </Button>
    </SavedViewName>
  );
}
