// SPDX-License-Identifier: Apache-2.0
// The option page: each change is stored at once, and used from the next displayed message on.
import { kDefaults, storedSettings } from './settings.js';

const controls = Object.keys(kDefaults).map((name) => document.getElementById(name));
const valueOf = (control) => (control.type === 'checkbox' ? control.checked : control.value);

const settings = await storedSettings();
for (const control of controls) {
  if (control.type === 'checkbox') control.checked = settings[control.id];
  else control.value = settings[control.id];
  control.addEventListener('change', async () => {
    await browser.storage.local.set({ [control.id]: valueOf(control) });
    document.getElementById('status').textContent = 'Stored. It holds for messages that are displayed from now on.';
  });
}
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
