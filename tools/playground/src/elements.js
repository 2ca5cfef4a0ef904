// SPDX-License-Identifier: Apache-2.0
// Makes elements: text is always text.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A button that copies a text, and says so. */
export function copyButton(label, textOf) {
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(textOf());
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'The browser does not allow it';
    }
    setTimeout(() => { button.textContent = label; }, 1500);
  });
  return button;
}
