package com.example.app;
// See https://example.org/api.
String home = "https://example.org/home";
