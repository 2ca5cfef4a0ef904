;;; linkspan.el --- Links in any text, in any language  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; Makes links overlays that a click or RET opens, and updates them while you type.  The language
;; server `linkspan lsp' finds the links, through eglot or lsp-mode:
;;
;;   (require 'linkspan)
;;   (add-hook 'text-mode-hook #'eglot-ensure)        ; or #'lsp
;;
;; After each change and each scroll, it requests only the links in the windows of the buffer
;; (request linkspan/links of docs/lsp.md).
;;
;; Tested by tests/editors.py.

;;; Code:

(require 'browse-url)
(require 'seq)

(defvar linkspan-mode)

(defgroup linkspan nil "Links in any text." :group 'convenience :prefix "linkspan-")

(defcustom linkspan-command '("linkspan" "lsp")
  "The command that starts the language server." :type '(repeat string))

(defcustom linkspan-modes
  '(text-mode markdown-mode gfm-mode org-mode rst-mode adoc-mode message-mode mail-mode
              latex-mode tex-mode plain-tex-mode fundamental-mode)
  "Modes for which eglot uses linkspan.
In eglot, a buffer has only one server.  To use linkspan together with another
server, use lsp-mode."
  :type '(repeat symbol))

(defcustom linkspan-settings nil
  "Settings of the server, as a property list: (:profile \"code\").  See docs/lsp.md."
  :type 'plist)

(defcustom linkspan-delay 0.05
  "Seconds from a change or a scroll to the request for links." :type 'number)

(defface linkspan-link '((t :inherit link)) "The face of links.")

(defvar linkspan-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'linkspan-open)
    (define-key map [mouse-1] #'linkspan-open)
    (define-key map [mouse-2] #'linkspan-open)
    map)
  "Keys on a link.")

;;;; Positions.  The server counts lines from 0, and UTF-16 code units in a line.

(defun linkspan--point (position)
  "The buffer position of a POSITION of the server."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (forward-line (linkspan--get position :line))
      (let ((units (linkspan--get position :character)))
        (while (and (> units 0) (not (eolp)))
          (setq units (- units (if (> (char-after) #xFFFF) 2 1)))
          (forward-char)))
      (point))))

(defun linkspan--get (object key)
  "The member KEY of a JSON OBJECT: a property list in eglot, a hash table in lsp-mode."
  (if (hash-table-p object)
      (gethash (substring (symbol-name key) 1) object)
    (plist-get object key)))

(defun linkspan--window-range ()
  "The lines of the buffer in its windows, as a range of the server."
  (let ((first (point-max)) (last (point-min)))
    (dolist (window (get-buffer-window-list nil nil t))
      (setq first (min first (window-start window))
            last (max last (window-end window t))))
    (save-restriction
      (widen)
      (list :start (list :line (1- (line-number-at-pos (min first last))) :character 0)
            :end (list :line (line-number-at-pos last) :character 0)))))

;;;; Servers

(declare-function eglot-current-server "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function lsp-find-workspace "lsp-mode")
(declare-function lsp-request-async "lsp-mode")
(declare-function lsp--text-document-identifier "lsp-mode")
(defvar lsp--buffer-workspaces)
(defvar eglot-server-programs)
(defvar eglot-managed-mode-hook)
(defvar lsp-enable-links)

(defun linkspan--request (on-links)
  "Requests the links in the windows of the buffer, and calls ON-LINKS with them."
  (let ((range (linkspan--window-range)))
    (cond
     ((and (bound-and-true-p eglot--managed-mode) (eglot-current-server))
      (eglot--signal-textDocument/didChange)  ; what was typed since the last time
      (jsonrpc-async-request
       (eglot-current-server) :linkspan/links
       (list :textDocument (eglot--TextDocumentIdentifier) :range range)
       :success-fn on-links :error-fn #'ignore :timeout-fn #'ignore))
     ((and (bound-and-true-p lsp-managed-mode) (lsp-find-workspace 'linkspan nil))
      (let ((lsp--buffer-workspaces (list (lsp-find-workspace 'linkspan nil))))
        (lsp-request-async
         "linkspan/links"
         (list :textDocument (lsp--text-document-identifier) :range range)
         on-links :error-handler #'ignore :mode 'tick))))))

;;;; Links

(defun linkspan--show (links)
  "Replaces the overlays of the buffer by those of LINKS."
  (remove-overlays (point-min) (point-max) 'linkspan t)
  (seq-doseq (link links)
    (let* ((range (linkspan--get link :range))
           (overlay (make-overlay (linkspan--point (linkspan--get range :start))
                                  (linkspan--point (linkspan--get range :end))
                                  nil t)))
      (overlay-put overlay 'linkspan t)
      (overlay-put overlay 'linkspan-target (linkspan--get link :target))
      (overlay-put overlay 'help-echo (linkspan--get link :target))
      (overlay-put overlay 'face 'linkspan-link)
      (overlay-put overlay 'mouse-face 'highlight)
      (overlay-put overlay 'evaporate t)
      (overlay-put overlay 'keymap linkspan-map))))

(defun linkspan-target-at (place)
  "The URI of the link at PLACE, or nil."
  (seq-some (lambda (overlay) (overlay-get overlay 'linkspan-target)) (overlays-at place)))

(defun linkspan-open (&optional event)
  "Opens the link at point, or the link that the mouse EVENT clicked."
  (interactive (list last-nonmenu-event))
  (when (mouse-event-p event) (mouse-set-point event))
  (let ((target (linkspan-target-at (point))))
    (if target (browse-url target) (user-error "No link here"))))

(defvar-local linkspan--timer nil)

(defun linkspan-refresh ()
  "Requests the links in the windows of the buffer."
  (interactive)
  (let ((buffer (current-buffer)) (tick (buffer-chars-modified-tick)))
    (linkspan--request
     (lambda (links)
       (when (and (buffer-live-p buffer) (eq tick (buffer-chars-modified-tick buffer)))
         (with-current-buffer buffer (linkspan--show links)))))))

(defun linkspan--refresh-soon (&rest _)
  "Requests links after `linkspan-delay' seconds without another call."
  (when linkspan--timer (cancel-timer linkspan--timer))
  (let ((buffer (current-buffer)))
    (setq linkspan--timer
          (run-with-timer linkspan-delay nil
                          (lambda ()
                            (when (buffer-live-p buffer)
                              (with-current-buffer buffer
                                (when linkspan-mode (linkspan-refresh)))))))))

(defun linkspan--scrolled (window _start)
  "Requests links after WINDOW was scrolled."
  (with-current-buffer (window-buffer window) (linkspan--refresh-soon)))

;;;###autoload
(define-minor-mode linkspan-mode
  "A click or RET opens the links that `linkspan lsp' finds.
Turned on in the buffers for which eglot or lsp-mode uses linkspan."
  :lighter " Link"
  (if linkspan-mode
      (progn
        (add-hook 'after-change-functions #'linkspan--refresh-soon nil t)
        (add-hook 'window-scroll-functions #'linkspan--scrolled nil t)
        (linkspan--refresh-soon))
    (remove-hook 'after-change-functions #'linkspan--refresh-soon t)
    (remove-hook 'window-scroll-functions #'linkspan--scrolled t)
    (remove-overlays (point-min) (point-max) 'linkspan t)))

;;;; Registration with eglot and lsp-mode

(defun linkspan--is-eglot-server ()
  "Whether the server of this buffer is linkspan."
  (let ((server (eglot-current-server)))
    (and server (equal (process-command (jsonrpc--process server)) linkspan-command))))

(declare-function jsonrpc--process "jsonrpc")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons linkspan-modes
                     (lambda (&rest _)
                       (append linkspan-command
                               (list :initializationOptions (or linkspan-settings
                                                                (make-hash-table)))))))
  (add-hook 'eglot-managed-mode-hook
            (lambda () (linkspan-mode (if (linkspan--is-eglot-server) 1 -1)))))

(declare-function lsp-register-client "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")

(defun linkspan--after-open-in-lsp-mode ()
  "Turns on `linkspan-mode' and turns off the links of lsp-mode.
lsp-mode opens links with other keys, and counts UTF-16 units as characters: after an
emoji, its links are off by one."
  (setq-local lsp-enable-links nil)
  (remove-hook 'lsp-on-idle-hook 'lsp--document-links t)
  (linkspan-mode 1))

(with-eval-after-load 'lsp-mode
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () linkspan-command))
    :activation-fn (lambda (&rest _) t)
    :add-on? t
    :initialization-options (lambda () (or linkspan-settings (make-hash-table)))
    :server-id 'linkspan
    :after-open-fn #'linkspan--after-open-in-lsp-mode)))

(provide 'linkspan)
;;; linkspan.el ends here
