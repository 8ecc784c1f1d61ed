import { Box, Button, Group, Kbd, Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { showStep } from "../../features/tour/tour-state.ts";
import { general } from "../../texts/app/general.ts";
import { shortcutList as shortcuts } from "../../texts/app/shortcut-list.ts";
import { tourTexts } from "../../texts/app/tour.ts";
import { areShortcutsOn, setShortcutsOn } from "../../ui/overlay/shortcuts.ts";

/** The list of keyboard shortcuts, and the switch that turns single-key shortcuts off. */
export function ShortcutsDialog(props: { opened: boolean; onClose: () => void }): React.JSX.Element {
  const [on, setOn] = useState(areShortcutsOn);
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={general.atalhos}
      size={480}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      {shortcuts.grupos.map((group) => (
        <Box component="section" key={group.titulo} mt={12}>
          <h3 className="t-rotulo">{group.titulo}</h3>
          <dl>
            {group.teclas.map(({ teclas: keys, texto: text }) => (
              <Group
                key={keys.join()}
                justify="space-between"
                h={28}
                style={{ borderBottom: "1px solid var(--line)" }}
              >
                <dt>{text}</dt>
                <Group component="dd" gap={4}>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </dl>
        </Box>
      ))}
      <Switch
        mt={16}
        checked={on}
        label={shortcuts.ligados}
        description={shortcuts.ligadosDica}
        onChange={(event) => {
          setShortcutsOn(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
      <Button
        mt={16}
        variant="default"
        onClick={() => {
          props.onClose();
          showStep(0);
        }}
      >
        {tourTexts.comecar}
      </Button>
    </Modal>
  );
}
