import { Button, Divider, Popover, Stack, UnstyledButton } from "@mantine/core";
import { cloneElement, useId, useState } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { deleteView, type SavedView, saveView, setDefaultView } from "../../rpc/documents/saved-views.ts";
import { savedViewPanelTexts as texts } from "../../texts/lists/saved-view-panel.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";
import { hasQuestion } from "../../ui/overlay/open-questions.ts";
import { useNewViewRequest } from "./new-view-request.ts";
import { SavedViewForm, type ViewChoice } from "./SavedViewForm.tsx";
import { SavedViewRow } from "./SavedViewRow.tsx";
import { nameRefusalOf, type SavedViews, type ShownState, viewParams } from "./saved-view.ts";
import type { ListWithViews } from "./use-saved-views.ts";

type Props = {
  trigger: React.ReactElement<{ onClick?: () => void }>;
  list: ListWithViews;
  views: SavedViews;
  current: SavedView | null;
  isModified: boolean;
  shown: ShownState;
  /** The address without any view. */
  withoutView: URLSearchParams;
  onOpen: (params: URLSearchParams, view: SavedView | null) => void;
};

/** The panel of the saved views: open, save, share, rename, delete, or set the default. */
export function ViewsPanel(props: Props): React.JSX.Element {
  const { trigger, views } = props;
  const [opened, setOpened] = useState(false);
  const labelId = useId();
  const [isForNew, setIsForNew] = useState(false);
  useNewViewRequest(() => {
    setIsForNew(true);
    setOpened(true);
  });
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
        if (!next && hasQuestion()) return;
        setOpened(next);
        if (!next) setIsForNew(false);
      }}
    >
      <Popover.Target>{cloneElement(trigger, { onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown className="menu" maw="calc(100vw - 32px)" p={8} aria-labelledby={labelId}>
        <span id={labelId} className="vh">
          {texts.rotulo}
        </span>
        {views.lista.length > 0 && <ViewList {...props} onClose={() => setOpened(false)} />}
        {views.lista.length > 0 && <Divider my={4} />}
        <NewView {...props} takesFocus={isForNew} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Shows why the server refused a change. */
async function attempt(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => showFailureToast(explainFailure(error)));
}

function ViewList(props: Props & { onClose: () => void }): React.JSX.Element {
  const { views, list, current, withoutView, onOpen, onClose } = props;
  const open = (params: URLSearchParams, view: SavedView | null): void => {
    onOpen(params, view);
    onClose();
  };
  const confirmDeletion = async ({ id, nome, compartilhada }: SavedView): Promise<void> => {
    onClose();
    const isConfirmed = await askConfirmation({
      titulo: texts.apagarTitulo,
      texto: compartilhada ? texts.apagarTextoConta(nome) : texts.apagarTexto(nome),
      acao: texts.apagarAcao,
      destrutiva: true,
    });
    if (isConfirmed) await attempt(deleteView(id).then(() => showToast(texts.apagada(nome))));
  };
  const own = views.lista.filter(({ propria }) => propria);
  const shared = views.lista.filter(({ propria }) => !propria);
  const rowOf = (view: SavedView): React.JSX.Element => (
    <SavedViewRow
      key={view.id}
      view={view}
      isCurrent={view.id === current?.id}
      isDefault={view.id === views.padrao}
      nameRefusalOf={(viewName) => nameRefusalOf(views, viewName, view)}
      onOpen={() => open(viewParams(view), view)}
      onToggleDefault={() => void attempt(setDefaultView(list, view.id === views.padrao ? null : view.id))}
      onEdit={(choice) => void attempt(saveView({ ...inputOf(view), ...choice }))}
      onDelete={() => void confirmDeletion(view)}
    />
  );
  return (
    <>
      {own.length > 0 && <ul className="menu-list">{own.map(rowOf)}</ul>}
      {shared.length > 0 && (
        <section aria-label={texts.compartilhadas}>
          <p className="t-rotulo" style={{ padding: "6px 8px 2px" }} aria-hidden="true">
            {texts.compartilhadas}
          </p>
          <ul className="menu-list">{shared.map(rowOf)}</ul>
        </section>
      )}
      {current && <ViewChanges {...props} current={current} open={open} />}
      {current && (
        <UnstyledButton
          className="menu-item"
          w="100%"
          px={8}
          c="var(--text-2)"
          onClick={() => open(withoutView, null)}
        >
          {texts.sem}
        </UnstyledButton>
      )}
    </>
  );
}

function inputOf({ id, lista, nome, busca, colunas, densidade, compartilhada }: SavedView) {
  return { id, lista, nome, busca, colunas, densidade, compartilhada };
}

/** The active view is modified: save the changes, if the user may, or revert them. */
function ViewChanges(
  props: Props & { current: SavedView; open: (params: URLSearchParams, view: SavedView | null) => void },
): React.JSX.Element | null {
  const { current, isModified, shown, open } = props;
  if (!isModified) return null;
  return (
    <Stack gap={6} align="flex-start" p="6px 8px 8px">
      {current.alteravel && (
        <button
          type="button"
          className="link"
          onClick={() => void attempt(saveView({ ...inputOf(current), ...shown }))}
        >
          {texts.guardar(current.nome)}
        </button>
      )}
      <button type="button" className="link" onClick={() => open(viewParams(current), current)}>
        {texts.desfazer(current.nome)}
      </button>
    </Stack>
  );
}

/** Saves what the list shows as a new view. */
function NewView(props: Props & { takesFocus: boolean; onClose: () => void }): React.JSX.Element {
  const { views, list, shown, takesFocus, onOpen, onClose } = props;
  const saveNew = async (choice: ViewChoice): Promise<void> => {
    const view = await saveView({ lista: list, ...shown, ...choice });
    onOpen(viewParams(view), null);
    onClose();
    showToast(choice.compartilhada ? texts.salvaConta(view.nome) : texts.salva(view.nome));
  };
  return (
    <SavedViewForm
      label={texts.nome}
      hint={shown.colunas ? texts.nomeDica : texts.nomeDicaSemColunas}
      takesFocus={takesFocus || views.lista.length === 0}
      nameRefusalOf={(viewName) => nameRefusalOf(views, viewName)}
      onSave={(choice) => void attempt(saveNew(choice))}
    >
      <Button type="submit" variant={views.lista.length === 0 ? "filled" : "default"}>
        {views.lista.length === 0 ? texts.salvar : texts.salvarComo}
      </Button>
    </SavedViewForm>
  );
}
